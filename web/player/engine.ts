import { onDemand } from '#web/on-demand/on-demand.ts'
import { savesData } from '#web/on-demand/saves-data.ts'
import { tellPosition } from './lock-screen.ts'
import { emptyDeck, listenToLiveDeck, live, spare, swapDecks } from './deck.ts'
import { isSilentPlace, soundNow, usePlayer } from './player.ts'
import { prefetch, stopPrefetch } from './prefetch.ts'
import { freshUrl } from './previews.ts'
import { afterEnd, afterNext, beforeThis, goTo, removeAt, startList, withUrl, type Queue } from './queue.ts'
import type { Sound } from './sound.ts'
import { tellTabs } from './tabs.ts'

const toasts = onDemand(() => import('#web/ui/toast.ts'))

/** Decided once, so that what was made ready is what comes. */
let planned: number | null = null
/** Whether sound is wished for: a browser may stop an element by itself. */
let wished = false

const RETRY_GUARD = 1_750
/** The sound that was tried again, and when it last sounded: what breaks off after a while may be tried anew. */
let retried: Sound | undefined
let soundedAt = 0
/** Tracks in a row that could not be played. */
let failed = 0

listenToLiveDeck({
  playing: sounds,
  waiting: () => wished && usePlayer.setState({ state: 'loading' }),
  pause: () => live.paused && !live.ended && rest(),
  ended: moveOn,
  error: () => live.getAttribute('src') && wished && void mend(),
  canplaythrough: prepareNext,
  seeked: tellPosition,
})

function sounds() {
  failed = 0
  soundedAt = Date.now()
  usePlayer.setState({ state: 'playing' })
}

function rest() {
  wished = false
  usePlayer.setState({ state: 'paused' })
}

export function start(list: readonly Sound[], index: number, sourceKey: string | null) {
  begin(index, startList(usePlayer.getState().queue, list, index, sourceKey))
}

/** From its beginning. */
export function begin(index: number, queue = usePlayer.getState().queue) {
  const sound = queue.sounds[index]
  if (!sound) return
  stopPrefetch()
  const isReady = spare.getAttribute('src') === sound.previewUrl && !spare.error
  if (isReady && live.getAttribute('src') !== sound.previewUrl) swapDecks()
  else if (live.getAttribute('src') !== sound.previewUrl || live.error) {
    emptyDeck(spare) // a slow line is for what is wished for now
    live.src = sound.previewUrl
  }
  if (live.currentTime > 0) live.currentTime = 0
  usePlayer.setState({ queue: goTo(queue, index), state: 'loading' })
  resume()
}

export function resume() {
  if (!soundNow(usePlayer.getState())) return
  if (isSilentPlace(location.pathname)) return rest()
  wished = true
  live.volume = usePlayer.getState().volume
  if (live.error) tryAgain()
  if (usePlayer.getState().state === 'paused') {
    usePlayer.setState({ state: 'loading' })
    if (live.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) prepareNext() // in silence another was made ready
  }
  tellTabs()
  live.play().catch((error: DOMException) => {
    if (error.name === 'NotAllowedError') rest()
    // an AbortError: another one was begun meanwhile; everything else also comes as the element's own error
  })
}

/** What failed stays silent until it is loaded anew, and would not fail a second time. */
function tryAgain() {
  const at = live.currentTime
  retried = undefined
  live.load()
  if (at > 0) live.currentTime = at
}

export function pause() {
  live.pause()
  rest()
}

export function step(by: 1 | -1) {
  const { queue } = usePlayer.getState()
  const to = by === 1 ? nextOf(queue) : beforeThis(queue, live.currentTime)
  if (to === 'restart') live.currentTime = 0
  else if (to !== null) begin(to)
}

/** Shuffling, what was made ready; where this one would come again by itself, Next still goes on. */
const nextOf = (queue: Queue) =>
  (queue.shuffle && planned !== queue.index ? planned : null) ?? afterNext(queue, Math.random)

/** The track is over. */
function moveOn() {
  const { queue } = usePlayer.getState()
  const next = planned ?? afterEnd(queue, Math.random)
  if (next === null) rest()
  else begin(next)
}

export function seekTo(part: number) {
  const length = Number.isFinite(live.duration) ? live.duration : soundNow(usePlayer.getState())?.durationInSeconds
  if (length) live.currentTime = Math.min(1, Math.max(0, part)) * length
}

export const seekBy = (seconds: number) => void (live.currentTime = Math.max(0, live.currentTime + seconds))

/** What comes next is made ready while this one plays, and what comes after that is fetched ahead. */
export function prepareNext() {
  const { queue } = usePlayer.getState()
  planned ??= afterEnd(queue, Math.random)
  const next = planned === null || planned === queue.index ? undefined : queue.sounds[planned]
  if (!next || savesData()) return
  if (spare.getAttribute('src') !== next.previewUrl) spare.src = next.previewUrl
  if (!queue.shuffle) prefetch([queue.sounds[planned! + 1], queue.sounds[planned! + 2]])
}

/** In silence only: while something plays, the spare one holds what comes next. */
export function makeReady({ previewUrl }: Sound) {
  if (wished || savesData() || spare.getAttribute('src') === previewUrl) return
  stopPrefetch()
  spare.src = previewUrl
}

/** It can't be played: with a fresh address once more, then the next one, then not at all. */
async function mend() {
  const sound = soundNow(usePlayer.getState())
  if (!sound) return
  usePlayer.setState({ state: 'loading' })
  const at = live.currentTime
  const brokeOff = soundedAt > 0 && Date.now() - soundedAt > RETRY_GUARD
  const url = retried === sound && !brokeOff ? null : await freshUrl(sound)
  if (soundNow(usePlayer.getState()) !== sound || !wished) return
  if (!url) return giveUp(sound)
  soundedAt = 0
  usePlayer.setState(({ queue }) => ({ queue: withUrl(queue, queue.index, url) }))
  retried = soundNow(usePlayer.getState())
  live.src = url
  if (at > 0) live.currentTime = at
  resume()
}

function giveUp(sound: Sound) {
  const { queue } = usePlayer.getState()
  const next = afterEnd({ ...queue, repeat: 'off' }, Math.random)
  failed += 1
  if (failed === 1 && next !== null) return begin(next)
  failed = 0
  pause()
  toasts.use(({ toast }) => toast.error(`${sound.title} can’t be played right now.`))
}

/** What plays makes way for the next one, and stays silent if it was. */
export function removeFromQueue(at: number) {
  const wasPlaying = wished
  const isCurrent = at === usePlayer.getState().queue.index
  usePlayer.setState(({ queue }) => ({ queue: removeAt(queue, at) }))
  if (!isCurrent) return
  const heir = soundNow(usePlayer.getState())
  if (!heir) stop()
  else if (wasPlaying) begin(usePlayer.getState().queue.index)
  else live.src = heir.previewUrl
}

function stop() {
  emptyDeck(live)
  rest()
}

/** Loads a sound at its position, without sounding, when the page begins. */
export function cue(sound: Sound, seconds: number) {
  live.preload = 'none'
  live.src = sound.previewUrl
  live.currentTime = seconds
  live.preload = 'auto'
}

usePlayer.subscribe(({ queue, volume }, last) => {
  if (volume !== last.volume) live.volume = volume
  const decides = ['sounds', 'index', 'shuffle', 'repeat'] as const
  if (decides.every((key) => queue[key] === last.queue[key])) return
  planned = null
  if (live.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) prepareNext()
})
