import { call } from '#web/api/call.ts'
import { itemRoute } from '#web/items/kinds.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { sounding, soundNow, usePlayer } from './player.ts'
import type { Sound } from './sound.ts'

/** Seconds that were heard, not the press, make a play. */
const COUNTS_AFTER = 5
const TICK = 500
/** More than this between two looks is a jump, or a computer that slept. */
const LONGEST_STEP = 1.5

const recent = onDemand(() => import('./recently-played.ts'))

function count(sound: Sound) {
  call(itemRoute(sound.kind, 'POST play'), { params: { id: sound.id } }).catch(() => {})
  void recent
    .load()
    .then(({ rememberPlayed }) => rememberPlayed(sound))
    .catch(() => {}) // the list lacks one
}

/** Looks twice a second while it plays. */
export function countListening() {
  let sound: Sound | undefined
  let heard = 0
  let at = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function look() {
    const now = sounding.element?.currentTime ?? 0
    const step = now - at
    at = now
    if (step <= 0 || step > LONGEST_STEP) return
    heard += step
    if (heard < COUNTS_AFTER) return
    clearInterval(timer)
    // the server decides whether it is one
    if (sound) count(sound)
  }
  usePlayer.subscribe((player) => {
    const now = soundNow(player)
    if (now?.id !== sound?.id || now?.previewUrl !== sound?.previewUrl) heard = 0
    else if (timer !== undefined) look() // also what is heard in pieces is heard
    sound = now
    clearInterval(timer)
    timer = undefined
    if (player.state !== 'playing' || heard >= COUNTS_AFTER) return
    at = sounding.element?.currentTime ?? 0
    timer = setInterval(look, TICK)
  })
}
