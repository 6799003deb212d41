import { pause } from './player.ts'

/** Only one tab plays: a tab that starts tells the others, which then pause. */
const channel = new BroadcastChannel('slide.player')
channel.onmessage = () => pause()

export const tellTabs = () => channel.postMessage('begins')
