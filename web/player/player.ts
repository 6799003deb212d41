import { create } from 'zustand'
import type { Item } from '#contract/item.ts'

/** An item, or one track of a pack or kit under its name: their previews tell them apart. */
export type Sound = Item & { track?: true }

type Player = {
  list: Sound[]
  index: number
  state: 'paused' | 'loading' | 'playing'
}

export const usePlayer = create<Player>(() => ({ list: [], index: -1, state: 'paused' }))

export const currentOf = ({ list, index }: Player) => list[index] ?? null

export const isSame = (one: Sound | null, other: Sound) => one?.id === other.id && one.previewUrl === other.previewUrl

/** One element for the whole visit; made at the first press, as browsers want a gesture before sound. */
let audio: HTMLAudioElement | undefined

export function audioElement() {
  if (audio) return audio
  audio = new Audio()
  audio.preload = 'auto'
  audio.addEventListener('playing', () => usePlayer.setState({ state: 'playing' }))
  audio.addEventListener('waiting', () => usePlayer.setState({ state: 'loading' }))
  audio.addEventListener('pause', () => usePlayer.setState({ state: 'paused' }))
  audio.addEventListener('ended', moveOn)
  audio.addEventListener('error', moveOn)
  return audio
}

/** Plays an item of a list, or pauses and goes on when it is the one that plays. */
export function toggle(list: Sound[], sound: Sound) {
  const player = usePlayer.getState()
  if (isSame(currentOf(player), sound)) return toggleCurrent()
  start(list, list.indexOf(sound))
}

export function toggleCurrent() {
  if (usePlayer.getState().state === 'paused') resume()
  else audioElement().pause()
}

/** The next or the previous one that can be heard; past an end it goes round. */
export function step(by: 1 | -1) {
  const { list, index } = usePlayer.getState()
  if (by === -1 && audioElement().currentTime > 2) return void (audioElement().currentTime = 0)
  for (let away = 1; away <= list.length; away++) {
    const at = (index + by * away + list.length * away) % list.length
    if (list[at]?.previewUrl) return start(list, at)
  }
}

/** A track is over, or can't be played: the next one, and after the last one silence. */
function moveOn() {
  const { list, index } = usePlayer.getState()
  const next = list.findIndex((item, at) => at > index && item.previewUrl)
  if (next >= 0) start(list, next)
  else usePlayer.setState({ state: 'paused' })
}

export const pause = () => audio?.pause()

/** To a part of the whole, 0 to 1. */
export function seekTo(part: number) {
  const { duration } = audioElement()
  if (Number.isFinite(duration)) audioElement().currentTime = part * duration
}

function start(list: Sound[], index: number) {
  const url = list[index]?.previewUrl
  if (!url) return
  usePlayer.setState({ list, index, state: 'loading' })
  audioElement().src = url
  resume()
}

function resume() {
  audioElement()
    .play()
    .catch((error: DOMException) => {
      if (error.name !== 'AbortError') usePlayer.setState({ state: 'paused' }) // another track was begun meanwhile
    })
}
