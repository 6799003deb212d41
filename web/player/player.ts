import { create } from 'zustand'
import { tellLoadTrouble } from '#web/on-demand/load-trouble.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
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

const engineCode = onDemand(() => import('./engine.ts'))
type Engine = Awaited<ReturnType<typeof engineCode.load>>
let engine: Engine | undefined

/** The engine comes when the page has nothing else to do, or with the first press. */
export async function loadEngine(): Promise<Engine> {
  engine ??= await engineCode.load()
  return engine
}

/** At once where it is there: browsers want sound to begin within a press. */
function ask(what: (engine: Engine) => void) {
  if (engine) what(engine)
  else void loadEngine().then(what, giveUp)
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
  if (!engine)
    usePlayer.setState(({ queue }) => ({ queue: startList(queue, list, index, sourceKey), state: 'loading' }))
  ask((engine) => engine.start(list, index, sourceKey))
}

export function toggleCurrent() {
  const goesOn = usePlayer.getState().state === 'paused'
  ask((engine) => (goesOn ? engine.resume() : engine.pause()))
}

/** It may be wished for soon: who points at it mostly presses. */
export const hint = (sound: Sound | null) => sound && engine?.makeReady(sound)
export const pause = () => engine?.pause()
export const step = (by: 1 | -1) => ask((engine) => engine.step(by))
/** To a part of the whole, 0 to 1. */
export const seekTo = (part: number) => ask((engine) => engine.seekTo(part))
/** By seconds. */
export const seekBy = (seconds: number) => ask((engine) => engine.seekBy(seconds))
