import { call } from '#web/api/call.ts'
import { itemRoute } from '#web/items/kinds.ts'
import { slotCode } from '#web/items/slot-code.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { currentAudio, soundNow, usePlayer } from './player.ts'
import { isPublic, type Sound } from './sound.ts'

/** A play counts after five seconds of heard sound, not with the press. */
const COUNTS_AFTER = 5
const TICK = 500
/** A longer step between two looks is a jump in the sound, or a computer that slept. */
const LONGEST_STEP = 1.5

const recent = onDemand(() => import('./recently-played.ts'))

function count(sound: Sound) {
  call(itemRoute(sound.kind, 'POST play'), { params: { id: sound.id } }).catch(() => {})
  void slotCode
    .load()
    .then(({ tellPlayed }) => tellPlayed(sound.id))
    .catch(() => {})
  void recent
    .load()
    .then(({ rememberPlayed }) => rememberPlayed(sound))
    .catch(() => {}) // the list then misses one sound
}

/** Looks twice a second while a sound plays. */
export function countListening() {
  let sound: Sound | undefined
  let heard = 0
  let at = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function look() {
    const now = currentAudio.element?.currentTime ?? 0
    const step = now - at
    at = now
    if (step <= 0 || step > LONGEST_STEP) return
    heard += step
    if (heard < COUNTS_AFTER) return
    clearInterval(timer)
    // the server decides whether the play counts
    if (sound && isPublic(sound)) count(sound)
  }
  usePlayer.subscribe((player) => {
    const now = soundNow(player)
    if (now?.id !== sound?.id || now?.previewUrl !== sound?.previewUrl) heard = 0
    else if (timer !== undefined) look() // sound heard in several pieces counts too
    sound = now
    clearInterval(timer)
    timer = undefined
    if (player.state !== 'playing' || heard >= COUNTS_AFTER) return
    at = currentAudio.element?.currentTime ?? 0
    timer = setInterval(look, TICK)
  })
}
