import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { checkArchive, type Entry } from '#server/archives/check-archive.ts'
import { limitsOf } from '#server/archives/limits.ts'
import { shownName } from '#server/archives/names.ts'
import { readEntry, readerOf } from '#server/archives/read-entry.ts'
import type { Db } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { MediaError } from '#server/media/audio.ts'
import type { App } from '#server/services.ts'
import type { ItemInHand } from './item-in-hand.ts'

const HEAD_BYTES = 512

/** An archive of an item, with its files by their paths. */
export type Archive = { key: string; entries: Map<string, Entry> }

export async function storedArchive(db: Db, id: number) {
  const file = await db
    .selectFrom('itemFile')
    .where('id', '=', id)
    .select(['storageKey', 'sizeBytes'])
    .executeTakeFirst()
  if (!file) throw notFound('Archive')
  return { key: file.storageKey, size: file.sizeBytes }
}

async function openArchive(app: App, id: number, kind: ItemKind): Promise<Archive> {
  const { key, size } = await storedArchive(app.db, id)
  const entries = await checkArchive(readerOf(app.storage, key), size, limitsOf(kind))
  return { key, entries: new Map(entries.map((entry) => [entry.path, entry])) }
}

/** The files of an item that are in its archive, in order; of a change, those in the proposed one. */
export const partsIn = (db: Db, { id, isProposal }: Pick<ItemInHand, 'id' | 'isProposal'>) =>
  db
    .selectFrom('itemTrack')
    .innerJoin('itemFile as archive', 'archive.id', 'itemTrack.archiveId')
    .where('itemTrack.itemId', '=', id)
    .where((and) => (isProposal ? and('archive.isProposed', '=', true) : and('itemTrack.removedAt', 'is', null)))
    .select(['itemTrack.id', 'itemTrack.path', 'itemTrack.title', 'itemTrack.archiveId', 'itemTrack.durationMs'])
    .select(['itemTrack.sizeBytes', 'itemTrack.checkedAt', 'itemTrack.bpm', 'itemTrack.musicKey'])
    .orderBy('itemTrack.position')
    .execute()
export type PartRow = Awaited<ReturnType<typeof partsIn>>[number]

export async function archiveOf(app: App, { kind }: Pick<ItemInHand, 'kind'>, parts: PartRow[]): Promise<Archive> {
  const [first] = parts
  if (!first?.archiveId) throw notFound('Archive')
  return openArchive(app, first.archiveId, kind)
}

/** Reads a file of an archive to its end, into `target` if there is one. Gives its hash and first bytes. */
export async function unpack({ storage }: App, { key, entries }: Archive, path: string, target?: string) {
  const entry = entries.get(path)
  if (!entry) throw notFound('File')
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let read = 0
  const measured = async function* () {
    for await (const bytes of readEntry(storage, key, entry)) {
      hash.update(bytes)
      if (read < HEAD_BYTES) head.push(bytes.subarray(0, HEAD_BYTES - read))
      read += bytes.length
      yield bytes
    }
  }
  if (target === undefined) for await (const _ of measured()) continue
  else await pipeline(measured, createWriteStream(target))
  return { sha256: hash.digest(), head: Buffer.concat(head) }
}

/** Says which file of an archive is at fault. */
export async function naming<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const name = shownName(path)
    throw error.message.startsWith(name) ? error : new MediaError(`${name}: ${error.message}`)
  }
}
