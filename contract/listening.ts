import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './item.ts'
import { id } from './paging.ts'

export const PLAYLIST_MOST = 500
export const RECENT_MOST = 50

const storedId = z.int().min(1)

/** A beat, or one track of a pack. */
export const SoundRef = z.object({ itemId: storedId, trackId: storedId.nullable().default(null) })
export type SoundRef = z.output<typeof SoundRef>

const refs = (least: number) =>
  z.array(SoundRef).min(least, 'Name something to hear.').max(PLAYLIST_MOST, `Name at most ${PLAYLIST_MOST}.`)

/** The fields that rows and the player need. */
export const PlaylistSound = z
  .object({
    id: z.int().describe('The id of the beat, or of the track'),
    title: z.string(),
    artistName: z.string(),
    albumCoverUrl: z.string().nullable(),
    audioUrl: z.string(),
    durationInSeconds: z.number().nullable(),
    trackId: z.int().nullable().describe('When it is one track of a pack'),
    item: Item.describe('The beat, or the pack that the track is in'),
  })
  .meta({ id: 'PlaylistSound' })
export type PlaylistSound = z.infer<typeof PlaylistSound>

const version = z.int().describe('Rises with every change')
const previous = version.describe('As it was before: if a device knows another one, it has missed something')
const Changed = z.object({ version, previous })

export const listening = {
  playlist: endpoint({
    method: 'GET',
    path: '/me/playlist',
    auth: 'user',
    summary: "One's playlist, as far as it is on sale and can be heard",
    reply: z.object({ version, entries: z.array(PlaylistSound) }),
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/me/playlist',
    auth: 'user',
    summary:
      'The whole list, in this order; what is hidden at the moment keeps its place, unless the list is emptied. Refused with 409 when it is no longer of the version that was read',
    body: z.object({ version: z.int().min(0), entries: refs(0) }),
    reply: Changed,
  }),
  append: endpoint({
    method: 'POST',
    path: '/me/playlist/entries',
    auth: 'user',
    summary: 'Adds at the end. Leaves out sounds that are in the list, can’t be played or have no room',
    body: z.object({ entries: refs(1) }),
    reply: Changed.extend({ added: z.int() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/me/playlist/entries',
    auth: 'user',
    summary: 'Take one out; a second time changes nothing',
    query: z.object({ itemId: id, trackId: id.optional() }),
    reply: Changed,
  }),
  recentlyPlayed: endpoint({
    method: 'GET',
    path: '/me/recently-played',
    auth: 'user',
    summary: `The last ${RECENT_MOST} that one has listened to, newest first, each once`,
    reply: z.object({ items: z.array(Item) }),
  }),
}
