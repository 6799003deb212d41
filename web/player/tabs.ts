import { pause } from './player.ts'

/** One browser, one sound: who begins tells the other tabs, and those rest. */
const channel = new BroadcastChannel('slide.player')
channel.onmessage = () => pause()

export const tellTabs = () => channel.postMessage('begins')
