import { onDemand } from '#web/on-demand/on-demand.ts'
import { savesData } from '#web/on-demand/saves-data.ts'
import { tellPosition } from './lock-screen.ts'
import { emptyDeck, listenToLiveDeck, live, spare, swapDecks } from './deck.ts'
import { isSilentPlace, soundNow, usePlayer } from './player.ts'
import { prefetch, stopPrefetch } from './prefetch.ts'
import { freshUrl } from './previews.ts'
import { startList } from './queue.ts'
import {
  afterEnd,
  afterNext,
  afterPrevious,
  goTo,
  isSameList,
  put,
  removeAt,
  withShuffle,
  withUrl,
} from './queue-order.ts'
import { similarNow } from './similar.ts'
import { isPublic, type Sound } from './sound.ts'
import { tellTabs } from './tabs.ts'

const toasts = onDemand(() => import('#web/ui/toast.ts'))

/** Whether the visitor wants to hear sound. A browser may stop an element by itself. */
let wantsSound = false

const RETRY_GUARD = 1_750
/**
 * The sound that was fetched again, and the time when a sound last began to play. A sound that breaks off after a while
 * may be fetched again.
 */
let refetched: Sound | undefined
let playedAt = 0
/** The visitor has chosen the current sound. If it can't be played, nothing else starts instead. */
let isChosen = true
/** The sound before the current one could not be played. */
let hasSkipped = false
/** The part that was sought before the length of the sound was known. */
let soughtPart: number | undefined

listenToLiveDeck({
  playing: onPlaying,
  waiting: () => wantsSound && usePlayer.setState({ state: 'loading' }),
  pause: () => live.paused && !live.ended && setPaused(),
  ended: () => void onEnded(),
  error: () => live.getAttribute('src') && wantsSound && void retryOrSkip(),
  loadedmetadata: () => soughtPart !== undefined && seekTo(soughtPart),
  canplaythrough: prepareNext,
  seeked: tellPosition,
})

function onPlaying() {
  hasSkipped = false
  playedAt = Date.now()
  usePlayer.setState({ state: 'playing' })
}

function setPaused() {
  wantsSound = false
  usePlayer.setState({ state: 'paused' })
}

export function start(list: readonly Sound[], index: number, sourceKey: string | null) {
  const queue = listed(list, index, sourceKey)
  playAt(queue.index, { queue })
}

function listed(list: readonly Sound[], index: number, sourceKey: string | null) {
  const queue = startList(usePlayer.getState().queue, list, index, sourceKey)
  return queue.shuffle ? withShuffle(queue, true, Math.random) : queue
}

/** Plays on in a list that contains the current sound. The list that the queue was made of changes nothing. */
export function goOnIn(list: readonly Sound[], index: number, sourceKey: string | null) {
  const { queue } = usePlayer.getState()
  if (!isSameList(queue.given, list)) usePlayer.setState({ queue: listed(list, index, sourceKey) })
  resume()
}

/** Plays the sound at this index from its beginning. */
export function playAt(index: number, { queue = usePlayer.getState().queue, chosen = true } = {}) {
  const sound = queue.sounds[index]
  if (!sound) return
  stopPrefetch()
  soughtPart = undefined
  isChosen = chosen
  const isPreloaded = spare.getAttribute('src') === sound.previewUrl && !spare.error
  if (isPreloaded && live.getAttribute('src') !== sound.previewUrl) swapDecks()
  else if (live.getAttribute('src') !== sound.previewUrl || live.error) {
    emptyDeck(spare) // a slow line loads only the wanted sound
    live.src = sound.previewUrl
  }
  if (live.currentTime > 0) live.currentTime = 0
  usePlayer.setState({ queue: goTo(queue, index, Math.random), state: 'loading' })
  resume()
}

export function resume() {
  if (!soundNow(usePlayer.getState())) return
  if (isSilentPlace(location.pathname)) return setPaused()
  wantsSound = true
  setLoudness(usePlayer.getState().volume)
  if (live.error) reload()
  if (usePlayer.getState().state === 'paused') {
    isChosen = true
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

/** On iPhones and iPads a page can't set the volume, but can mute. */
function setLoudness(volume: number) {
  live.volume = volume
  live.muted = volume === 0
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
  const to = by === 1 ? afterNext(queue) : afterPrevious(queue, live.currentTime)
  if (to === 'restart') live.currentTime = 0
  else if (to !== null) playAt(to)
}

/** Called at the end of a track. */
async function onEnded() {
  const before = usePlayer.getState()
  const next = afterEnd(before.queue)
  if (next !== null) return playAt(next, { chosen: false })
  usePlayer.setState({ state: 'loading' })
  const similar = await similarNow(before)
  const { queue } = usePlayer.getState()
  if (!wantsSound || !live.ended || soundNow({ queue }) !== soundNow(before)) return // the visitor has chosen something else
  if (similar.length) playAt(queue.index + 1, { queue: put(queue, similar, 'last'), chosen: false })
  else setPaused()
}

/**
 * Waits for the length of the sound. A pack is longer than its preview: a place by its length may be behind the end, and
 * a browser that has reached the end begins anew.
 */
export function seekTo(part: number) {
  const isKnown = Number.isFinite(live.duration)
  soughtPart = isKnown ? undefined : part
  if (isKnown) live.currentTime = Math.min(1, Math.max(0, part)) * live.duration
}

export const seekBy = (seconds: number) => void (live.currentTime = Math.max(0, live.currentTime + seconds))

/** Loads the next sound into the spare element, and fetches the two after it into the browser's cache. */
export function prepareNext() {
  const { queue } = usePlayer.getState()
  const next = afterEnd(queue)
  if (next === queue.index || savesData()) return
  if (next === null) return void prepareSimilar()
  load(queue.sounds[next]!)
  prefetch([queue.sounds[next + 1], queue.sounds[next + 2]])
}

async function prepareSimilar() {
  const before = usePlayer.getState()
  const [first] = await similarNow(before)
  if (first && usePlayer.getState().queue === before.queue) load(first)
}

function load({ previewUrl }: Sound) {
  if (spare.getAttribute('src') !== previewUrl) spare.src = previewUrl
}

/** Only while nothing plays: otherwise the spare element holds the next sound. */
export function preload(sound: Sound) {
  if (wantsSound || savesData()) return
  stopPrefetch()
  load(sound)
}

/** The current sound failed: fetches its address again once, then gives it up. */
async function retryOrSkip() {
  const sound = soundNow(usePlayer.getState())
  if (!sound) return
  usePlayer.setState({ state: 'loading' })
  const at = live.currentTime
  const brokeOff = playedAt > 0 && Date.now() - playedAt > RETRY_GUARD
  const fresh = refetched === sound && !brokeOff ? { url: null, hasLine: true } : await freshUrl(sound)
  if (soundNow(usePlayer.getState()) !== sound || !wantsSound) return
  if (!fresh.url) return giveUp(sound, fresh.hasLine)
  playedAt = 0
  usePlayer.setState(({ queue }) => ({ queue: withUrl(queue, queue.index, fresh.url!) }))
  refetched = soundNow(usePlayer.getState())
  live.src = fresh.url
  if (at > 0) live.currentTime = at
  resume()
}

/** Only a sound that nobody has chosen gives way to the next one. Without a line the next one would fail as well. */
function giveUp(sound: Sound, hasLine: boolean) {
  const { queue } = usePlayer.getState()
  const next = afterEnd({ ...queue, repeat: 'off' })
  if (hasLine && !isChosen && !hasSkipped && next !== null) {
    hasSkipped = true
    return playAt(next, { chosen: false })
  }
  hasSkipped = false
  pause()
  toasts.use(({ toast }) =>
    toast.error(hasLine ? trouble(sound) : `${sound.title} can’t be played. Check your connection.`),
  )
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

/** Bought sounds, and others by a signed address, are one account's. They leave the queue with it. */
export function dropSoundsOfAccount() {
  const { queue } = usePlayer.getState()
  const now = soundNow({ queue })
  if (now && !isPublic(now)) pause()
  for (let at = queue.sounds.length - 1; at >= 0; at--) if (!isPublic(queue.sounds[at]!)) removeFromQueue(at)
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

usePlayer.subscribe(({ queue, volume, goesOn }, last) => {
  if (volume !== last.volume) setLoudness(volume)
  const decides = ['sounds', 'index', 'repeat'] as const
  if (goesOn === last.goesOn && decides.every((key) => queue[key] === last.queue[key])) return
  if (live.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) prepareNext()
})
