import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { numberIn } from './number-in.ts'
import { id } from './paging.ts'

const ownPart = {
  id: z.int(),
  title: z.string(),
  folder: z.string().describe('Inside the archive'),
  fileName: z.string(),
  bytes: z.int().nullable().describe('Null until it has been read'),
  durationInSeconds: z.number().nullable().describe('Null until a sound was decoded'),
  bpm: z.int().nullable(),
  key: z.string().nullable(),
  previewUrl: z.string().nullable().describe('Plays without a header'),
}

/** A track of one's own pack. */
const OwnTrack = z
  .object({
    ...ownPart,
    fileUrl: z.string().describe('The file as it was sent, for ten minutes and for its owner alone'),
    beat: z.object({ id: z.int(), title: z.string() }).nullable().describe('The own beat that it is sold as, too'),
  })
  .meta({ id: 'OwnTrack' })

const OwnKitFile = z.object(ownPart).meta({ id: 'OwnKitFile' })

const OwnKitContents = z
  .object({
    fileUrls: z
      .array(z.string())
      .describe('In the order of `files`; each works for ten minutes and for its owner alone'),
    files: z.array(OwnKitFile).describe('The index of a file is its `fileIndex`'),
    coverUrl: z.string().nullable(),
    previewUrl: z.string().nullable(),
    samples: z.int(),
    loops: z.int(),
    presets: z.int(),
  })
  .meta({ id: 'OwnKitContents' })

const Deleted = z.object({ deleted: z.literal(true) })

export const studioContents = {
  pack: endpoint({
    method: 'GET',
    path: '/me/packs/:id/contents',
    auth: 'user',
    summary: 'The tracks of an own pack in order',
    params: z.object({ id }),
    reply: z.array(OwnTrack),
  }),
  removeTrack: endpoint({
    method: 'DELETE',
    path: '/me/packs/:packId/beats/:packBeatId',
    auth: 'user',
    summary: 'Take a track out of an own pack; buyers keep what they bought. The last one is refused with 409',
    params: z.object({ packId: id, packBeatId: id }),
    reply: Deleted,
  }),
  kit: endpoint({
    method: 'GET',
    path: '/me/kits/:id/contents',
    auth: 'user',
    summary: 'All files of an own kit in order',
    params: z.object({ id }),
    reply: OwnKitContents,
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/me/kits/:id/files/:fileIndex',
    auth: 'user',
    summary:
      'Take a file out of an own kit by its index; buyers keep what they bought. The last one is refused with 409',
    params: z.object({
      id,
      fileIndex: numberIn(z.number('Give a number.').int('Give a whole number.').min(0).max(1_000_000)),
    }),
    reply: Deleted,
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: '/kits/:id/items/:kitItemId',
    auth: 'user',
    summary: 'Take a file out of an own kit by its id; buyers keep what they bought. The last one is refused with 409',
    params: z.object({ id, kitItemId: id }),
    reply: Deleted,
  }),
}
