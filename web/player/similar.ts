import { call } from '#web/api/call.ts'
import { isPublic, isSame, soundsOf, type Sound } from './sound.ts'
import { soundNow, usePlayer, type Player } from './player.ts'

const SOME = 10

let asked: { of: Sound; sounds: Promise<Sound[]> } | undefined

/** Similar beats end the listening: they are followed by none. */
const canFollow = (sound: Sound) => isPublic(sound) && !sound.similar

/** The beats that follow the current sound, if it is the last one; none if they can't be loaded. */
export async function similarNow(player: Player = usePlayer.getState()): Promise<Sound[]> {
  const sound = soundNow(player)
  if (!sound || !player.goesOn || !canFollow(sound)) return []
  if (asked?.of !== sound) asked = { of: sound, sounds: ask(sound) }
  const found = await asked.sounds
  if (!found.length) asked = undefined // asks again
  return found.filter((beat) => !player.queue.sounds.some((other) => isSame(other, beat)))
}

const ask = ({ id }: Sound): Promise<Sound[]> =>
  call('GET /items/:id/similar', { params: { id }, query: { limit: SOME, kind: 'BEAT' } }).then(
    ({ items }) => soundsOf(items).map((sound) => ({ ...sound, similar: true as const })),
    () => [],
  )
