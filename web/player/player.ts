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
  /** What unmuting goes back to. */
  before: number
}

export const usePlayer = create<Player>(() => ({ queue: emptyQueue, state: 'paused', volume: 1, before: 0 }))

export const soundNow = ({ queue }: Pick<Player, 'queue'>) => currentOf(queue)

/** Without a bar there is no way to stop it. */
export const isSilentPlace = (pathname: string) => /^\/(login|signup)\/?$/.test(pathname)

/** The element that sounds, as soon as there is one. */
export const sounding: { element: HTMLAudioElement | null } = { element: null }

/** The part of the engine that the player calls. */
export type Engine = {
  start: (list: readonly Sound[], index: number, sourceKey: string | null) => void
  resume: () => void
  pause: () => void
  step: (by: 1 | -1) => void
  seekTo: (part: number) => void
  seekBy: (seconds: number) => void
  makeReady: (sound: Sound) => void
}

let code: OnDemand<Engine> | undefined
const engineNow = () => code?.loaded()

export const passEngine = (engine: OnDemand<Engine>) => void (code = engine)

/** The engine comes when the page has nothing else to do, or with the first press. */
export const loadEngine = () => void code?.load().catch(() => {}) // the next press tries again

/** At once where it is there: browsers want sound to begin within a press. */
function ask(act: (engine: Engine) => void) {
  const engine = engineNow()
  if (engine) act(engine)
  else void code?.load().then(act, giveUp)
}

function giveUp(error: unknown) {
  usePlayer.setState({ state: 'paused' })
  tellLoadTrouble(error)
}

/** Plays a sound of a list, or pauses it and goes on when it is the one that plays. */
export function toggle(list: readonly Sound[], sound: Sound, sourceKey = sourceKeyOf(sound)) {
  const player = usePlayer.getState()
  if (isSame(soundNow(player), sound)) return toggleCurrent()
  play(
    list,
    list.findIndex((other) => isSame(other, sound)),
    sourceKey,
  )
}

export function play(list: readonly Sound[], index: number, sourceKey: string | null) {
  if (!list[index]) return
  if (!engineNow())
    usePlayer.setState(({ queue }) => ({ queue: startList(queue, list, index, sourceKey), state: 'loading' }))
  ask((engine) => engine.start(list, index, sourceKey))
}

export function toggleCurrent() {
  const goesOn = usePlayer.getState().state === 'paused'
  ask((engine) => (goesOn ? engine.resume() : engine.pause()))
}

/** A pointer over a play button mostly presses it soon. */
export const hint = (sound: Sound | null) => sound && engineNow()?.makeReady(sound)
export const pause = () => engineNow()?.pause()
export const step = (by: 1 | -1) => ask((engine) => engine.step(by))
/** To a part of the whole, 0 to 1. */
export const seekTo = (part: number) => ask((engine) => engine.seekTo(part))
/** By seconds. */
export const seekBy = (seconds: number) => ask((engine) => engine.seekBy(seconds))
