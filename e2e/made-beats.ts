import { copyFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openReview } from '#server/moderation/index.ts'
import { addItem, addWave, fileOf, inTransaction } from '#test/factories.ts'
import { openDatabase, sellerIn } from './earner.ts'
import { keepSession } from './test.ts'

type Db = ReturnType<typeof openDatabase>['db']
type Wanted = Partial<Parameters<typeof addItem>[1]>

const LONG_AGO = new Date('2020-01-01') // behind the items that other tests look for

/** Sound, cover and style of a beat of the demo. */
export const soundOfDemo = (db: Db) =>
  db
    .selectFrom('item')
    .where('kind', '=', 'beat')
    .where('status', '=', 'published')
    .where('previewKey', 'is not', null)
    .select(['styleId', 'previewKey', 'coverKey', 'durationMs'])
    .orderBy('id')
    .executeTakeFirstOrThrow()

const FILES = 'test-results/e2e-data/files/'

/** The player knows a sound by its address, so each beat has a preview of its own. */
async function ownPreview(slug: string, previewKey: string) {
  const own = `previews/${slug}.mp3`
  await copyFile(FILES + previewKey, FILES + own)
  return own
}

/**
 * Writes a beat of a seller, on sale unless told otherwise. A real upload takes seconds. Its cover is that of a beat of the
 * demo, so a test never deletes it; its files to sell are names alone.
 */
export async function addBeat(db: Db, ownerId: number, title: string, over: Wanted = {}) {
  const slug = `${title.toLowerCase().replaceAll(/\W+/g, '-')}-${ownerId}`
  const { styleId: _, ...sound } = await soundOfDemo(db)
  const id = await addItem(db, {
    ...sound,
    previewKey: await ownPreview(slug, sound.previewKey!),
    ownerId,
    title,
    slug,
    bpm: 61, // too slow for lists that other tests count
    publishedAt: LONG_AGO,
    priceCents: 2_495,
    licenses: [{ type: 'MP3', priceCents: 2_495 }],
    files: [fileOf('mp3', { storageKey: `masters/${slug}.mp3` })],
    ...over,
  })
  await addWave(db, id, Buffer.alloc(600, 99))
  return { id, title, slug }
}

/** The same, waiting for its review. */
export async function addBeatInReview(db: Db, ownerId: number, title: string, over: Wanted = {}) {
  const beat = await addBeat(db, ownerId, title, { status: 'pending', publishedAt: null, ...over })
  await inTransaction(db, (tx) => openReview(tx, beat.id, new Date()))
  return beat
}

/** A new seller, signed in, with a beat in review. */
export async function sellerWithBeat(page: Page, title: string, over: Wanted = {}) {
  const { db, close } = openDatabase()
  const person = await sellerIn(db, page)
  await addBeatInReview(db, person.id, title, over)
  await close()
  await keepSession(page, person.email, person.password)
  return person
}
