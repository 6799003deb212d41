import { onDemand } from '#web/on-demand/on-demand.ts'
import { savesData } from '#web/on-demand/saves-data.ts'
import { tellPosition } from './lock-screen.ts'
import { emptyDeck, listenToLiveDeck, live, spare, swapDecks } from './deck.ts'
import { isSilentPlace, soundNow, usePlayer } from './player.ts'
import { prefetch, stopPrefetch } from './prefetch.ts'
import { freshUrl } from './previews.ts'
import { afterEnd, afterNext, afterPrevious, goTo, removeAt, startList, withUrl, type Queue } from './queue.ts'
import type { Sound } from './sound.ts'
import { tellTabs } from './tabs.ts'

const toasts = onDemand(() => import('#web/ui/toast.ts'))

/** The index that plays next. It is decided once, so that the preloaded sound is the one that plays. */
let nextIndex: number | null = null
/** Whether the visitor wants to hear sound. A browser may stop an element by itself. */
let wantsSound = false

const RETRY_GUARD = 1_750
/**
 * The sound that was fetched again, and the time when a sound last began to play. A sound that breaks off after a while
 * may be fetched again.
 */
let refetched: Sound | undefined
let playedAt = 0
/** The number of tracks in a row that could not be played. */
let failed = 0

listenToLiveDeck({
  playing: onPlaying,
  waiting: () => wantsSound && usePlayer.setState({ state: 'loading' }),
  pause: () => live.paused && !live.ended && setPaused(),
  ended: onEnded,
  error: () => live.getAttribute('src') && wantsSound && void retryOrSkip(),
  canplaythrough: prepareNext,
  seeked: tellPosition,
})

function onPlaying() {
  failed = 0
  playedAt = Date.now()
  usePlayer.setState({ state: 'playing' })
}

function setPaused() {
  wantsSound = false
  usePlayer.setState({ state: 'paused' })
}

export function start(list: readonly Sound[], index: number, sourceKey: string | null) {
  playAt(index, startList(usePlayer.getState().queue, list, index, sourceKey))
}

/** Plays the sound at this index from its beginning. */
export function playAt(index: number, queue = usePlayer.getState().queue) {
  const sound = queue.sounds[index]
  if (!sound) return
  stopPrefetch()
  const isPreloaded = spare.getAttribute('src') === sound.previewUrl && !spare.error
  if (isPreloaded && live.getAttribute('src') !== sound.previewUrl) swapDecks()
  else if (live.getAttribute('src') !== sound.previewUrl || live.error) {
    emptyDeck(spare) // a slow line loads only the wanted sound
    live.src = sound.previewUrl
  }
  if (live.currentTime > 0) live.currentTime = 0
  usePlayer.setState({ queue: goTo(queue, index), state: 'loading' })
  resume()
}

export function resume() {
  if (!soundNow(usePlayer.getState())) return
  if (isSilentPlace(location.pathname)) return setPaused()
  wantsSound = true
  live.volume = usePlayer.getState().volume
  if (live.error) reload()
  if (usePlayer.getState().state === 'paused') {
    usePlayer.setState({ state: 'loading' })
    // while paused, another sound may have been preloaded
    if (live.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) prepareNext()
  }
  tellTabs()
  live.play().catch((error: DOMException) => {
    if (error.name === 'NotAllowedError') setPaused()
    // an AbortError means that another sound was started; all other errors also come as the element's own error
  })
}

/** A failed element plays only after it is loaded again, and would not report a second failure. */
function reload() {
  const at = live.currentTime
  refetched = undefined
  live.load()
  if (at > 0) live.currentTime = at
}

export function pause() {
  live.pause()
  setPaused()
}

export function step(by: 1 | -1) {
  const { queue } = usePlayer.getState()
  const to = by === 1 ? nextOf(queue) : afterPrevious(queue, live.currentTime)
  if (to === 'restart') live.currentTime = 0
  else if (to !== null) playAt(to)
}

/**
 * Next plays the preloaded sound while shuffling. It never repeats the current sound, even when that would repeat by
 * itself.
 */
const nextOf = (queue: Queue) =>
  (queue.shuffle && nextIndex !== queue.index ? nextIndex : null) ?? afterNext(queue, Math.random)

/** Called at the end of a track. */
function onEnded() {
  const { queue } = usePlayer.getState()
  const next = nextIndex ?? afterEnd(queue, Math.random)
  if (next === null) setPaused()
  else playAt(next)
}

export function seekTo(part: number) {
  const length = Number.isFinite(live.duration) ? live.duration : soundNow(usePlayer.getState())?.durationInSeconds
  if (length) live.currentTime = Math.min(1, Math.max(0, part)) * length
}

export const seekBy = (seconds: number) => void (live.currentTime = Math.max(0, live.currentTime + seconds))

/** Loads the next sound into the spare element, and fetches the two after it into the browser's cache. */
export function prepareNext() {
  const { queue } = usePlayer.getState()
  nextIndex ??= afterEnd(queue, Math.random)
  const next = nextIndex === null || nextIndex === queue.index ? undefined : queue.sounds[nextIndex]
  if (!next || savesData()) return
  if (spare.getAttribute('src') !== next.previewUrl) spare.src = next.previewUrl
  if (!queue.shuffle) prefetch([queue.sounds[nextIndex! + 1], queue.sounds[nextIndex! + 2]])
}

/** Only while nothing plays: otherwise the spare element holds the next sound. */
export function preload({ previewUrl }: Sound) {
  if (wantsSound || savesData() || spare.getAttribute('src') === previewUrl) return
  stopPrefetch()
  spare.src = previewUrl
}

/** The current sound failed: fetches its address again once, then tries the next sound, then stops. */
async function retryOrSkip() {
  const sound = soundNow(usePlayer.getState())
  if (!sound) return
  usePlayer.setState({ state: 'loading' })
  const at = live.currentTime
  const brokeOff = playedAt > 0 && Date.now() - playedAt > RETRY_GUARD
  const url = refetched === sound && !brokeOff ? null : await freshUrl(sound)
  if (soundNow(usePlayer.getState()) !== sound || !wantsSound) return
  if (!url) return skipOrStop(sound)
  playedAt = 0
  usePlayer.setState(({ queue }) => ({ queue: withUrl(queue, queue.index, url) }))
  refetched = soundNow(usePlayer.getState())
  live.src = url
  if (at > 0) live.currentTime = at
  resume()
}

function skipOrStop(sound: Sound) {
  const { queue } = usePlayer.getState()
  const next = afterEnd({ ...queue, repeat: 'off' }, Math.random)
  failed += 1
  if (failed === 1 && next !== null) return playAt(next)
  failed = 0
  pause()
  toasts.use(({ toast }) => toast.error(trouble(sound)))
}

function trouble({ title, trackId, owned }: Sound) {
  if (!owned) return `${title} can’t be played right now.`
  return trackId === undefined ? 'Could not load audio' : 'Could not load track.'
}

/** If the removed sound is the current one, the next one becomes current, and plays only if the removed one was playing. */
export function removeFromQueue(at: number) {
  const wasPlaying = wantsSound
  const isCurrent = at === usePlayer.getState().queue.index
  usePlayer.setState(({ queue }) => ({ queue: removeAt(queue, at) }))
  if (!isCurrent) return
  const next = soundNow(usePlayer.getState())
  if (!next) stop()
  else if (wasPlaying) playAt(usePlayer.getState().queue.index)
  else live.src = next.previewUrl
}

function stop() {
  emptyDeck(live)
  setPaused()
}

/** Loads a sound at its last position, without playing it, when the page starts. */
export function loadAt(sound: Sound, seconds: number) {
  live.preload = 'none'
  live.src = sound.previewUrl
  live.currentTime = seconds
  live.preload = 'auto'
}

usePlayer.subscribe(({ queue, volume }, last) => {
  if (volume !== last.volume) live.volume = volume
  const decides = ['sounds', 'index', 'shuffle', 'repeat'] as const
  if (decides.every((key) => queue[key] === last.queue[key])) return
  nextIndex = null
  if (live.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) prepareNext()
})
