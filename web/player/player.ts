import { create } from 'zustand'
import { tellLoadTrouble } from '#web/on-demand/load-trouble.ts'
import type { OnDemand } from '#web/on-demand/on-demand.ts'
import { currentOf, emptyQueue, startList, type Queue } from './queue.ts'
import { isSame, sourceKeyOf, type Sound } from './sound.ts'

export type Player = {
  queue: Queue
  state: 'paused' | 'loading' | 'playing'
  /** 0 to 1; 0 is muted. */
  volume: number
  /** The volume that unmuting restores. */
  before: number
  /** Similar beats follow the last track. */
  goesOn: boolean
}

export const usePlayer = create<Player>(() => ({
  queue: emptyQueue,
  state: 'paused',
  volume: 1,
  before: 0,
  goesOn: true,
}))

export const soundNow = ({ queue }: Pick<Player, 'queue'>) => currentOf(queue)

/** These pages have no player bar, so sound could not be stopped there. */
export const isSilentPlace = (pathname: string) => /^\/(login|signup)\/?$/.test(pathname)

/** The audio element that plays, once there is one. */
export const currentAudio: { element: HTMLAudioElement | null } = { element: null }

/** The part of the engine that the player calls. */
export type Engine = {
  start: (list: readonly Sound[], index: number, sourceKey: string | null) => void
  goOnIn: (list: readonly Sound[], index: number, sourceKey: string | null) => void
  resume: () => void
  pause: () => void
  step: (by: 1 | -1) => void
  seekTo: (part: number) => void
  seekBy: (seconds: number) => void
  preload: (sound: Sound) => void
  /** Puts sounds after the current one, or at the end of the queue, and tells so. */
  add: (sounds: readonly Sound[], place: 'next' | 'last') => void
  openKeysHelp: () => void
}

let code: OnDemand<Engine> | undefined
const engineNow = () => code?.loaded()

export const passEngine = (engine: OnDemand<Engine>) => void (code = engine)

/** Loads the engine while the page is idle. The first press loads it too. */
export const loadEngine = () => void code?.load().catch(() => {}) // the next press tries again

/** Calls the engine at once if it is loaded: browsers allow sound only during a press. */
export function withEngine(act: (engine: Engine) => void) {
  const engine = engineNow()
  if (engine) act(engine)
  else void code?.load().then(act, reportTrouble)
}

function reportTrouble(error: unknown) {
  usePlayer.setState({ state: 'paused' })
  tellLoadTrouble(error)
}

/** Plays a sound of a list. If the sound is the current one, pauses it, or resumes it in this list. */
export function toggle(list: readonly Sound[], sound: Sound, sourceKey = sourceKeyOf(sound)) {
  const player = usePlayer.getState()
  const index = list.findIndex((other) => isSame(other, sound))
  if (!isSame(soundNow(player), sound)) play(list, index, sourceKey)
  else if (player.state === 'paused') withEngine((engine) => engine.goOnIn(list, index, sourceKey))
  else toggleCurrent()
}

export function play(list: readonly Sound[], index: number, sourceKey: string | null) {
  if (!list[index]) return
  if (!engineNow())
    usePlayer.setState(({ queue }) => ({ queue: startList(queue, list, index, sourceKey), state: 'loading' }))
  withEngine((engine) => engine.start(list, index, sourceKey))
}

export function toggleCurrent() {
  const goesOn = usePlayer.getState().state === 'paused'
  withEngine((engine) => (goesOn ? engine.resume() : engine.pause()))
}

/** Loads a sound when the pointer is over its play button: a press is likely. */
export const preload = (sound: Sound | null) => sound && engineNow()?.preload(sound)
export const pause = () => engineNow()?.pause()
export const step = (by: 1 | -1) => withEngine((engine) => engine.step(by))
/** Seeks to a part of the whole, 0 to 1. */
export const seekTo = (part: number) => withEngine((engine) => engine.seekTo(part))
/** Seeks forward or back by seconds. */
export const seekBy = (seconds: number) => withEngine((engine) => engine.seekBy(seconds))
