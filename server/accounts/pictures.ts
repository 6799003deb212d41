import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Tx } from '#server/db/connect.ts'
import { invalid, notFound } from '#server/errors.ts'
import { throttle } from '#server/http/throttle.ts'
import { MediaError } from '#server/media/audio.ts'
import { BANNER, SMALL_BANNER } from '#server/media/banner-sizes.ts'
import { runPicture } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'
import { forgetFiles, nameFiles } from '#server/storage/unnamed-files.ts'
import type { UploadRow } from '#server/uploads/rows.ts'
import { takeUpload } from '#server/uploads/take.ts'
import { lockAccount } from './queries.ts'

type Kind = 'avatar' | 'banner'

/** The site shows avatars in these sizes. The key of an avatar is the folder of its sizes. */
const AVATAR_SIDES = [96, 320]
const BY_ACCOUNT = { name: 'pictures by account', max: 60, seconds: 3600 }

const column = { avatar: 'avatarKey', banner: 'bannerKey' } as const
const sizesOf = (kind: Kind) =>
  kind === 'avatar' ? AVATAR_SIDES.map((side) => ({ width: side, height: side })) : [BANNER, SMALL_BANNER]
const filesOf = (kind: Kind, key: string) =>
  kind === 'avatar' ? AVATAR_SIDES.map((side) => `${key}/${side}.webp`) : [key, smallOf(key)]
const smallOf = (key: string) => key.replace(/\.webp$/, '-small.webp')

/** The key of the small form of an uploaded banner, by the banner's address. */
export function smallBannerOf(path: string) {
  const key = /^\/media\/(banners\/[\w-]+\.webp)$/.exec(path)?.[1]
  return key && smallOf(key)
}

/** Makes the sizes of an uploaded picture. The account shows the picture once `show` is called. */
export async function makePicture(app: App, accountId: number, kind: Kind, upload: UploadRow) {
  await throttle(app, BY_ACCOUNT, String(accountId))
  const pictures = await sizesFrom(app, kind, upload)
  const key = kind === 'avatar' ? `avatars/${randomUUID()}` : `banners/${randomUUID()}.webp`
  const files = filesOf(kind, key)
  await forgetFiles(app.db, files, app.clock.now())
  for (const [index, file] of files.entries())
    await app.storage.put(file, Buffer.from(pictures[index]!), { mediaType: 'image/webp' })
  const show = async (tx: Tx) => {
    const { storageKey } = await takeUpload(tx, upload.id, accountId, kind)
    await lockAccount(tx, accountId)
    await nameFiles(tx, files)
    await forgetFiles(tx, [storageKey, ...(await replace(tx, accountId, kind, key))], app.clock.now())
  }
  return { key, show }
}

/** Makes the sizes of an uploaded picture and shows the picture from now on. */
export async function setPicture(app: App, accountId: number, kind: Kind, upload: UploadRow) {
  const { key, show } = await makePicture(app, accountId, kind, upload)
  await app.db.transaction().execute(show)
  return key
}

export const removePicture = (app: App, tx: Tx, accountId: number, kind: Kind) =>
  replace(tx, accountId, kind, null).then((files) => forgetFiles(tx, files, app.clock.now()))

/** Removes the files of both pictures, once the account no longer names them. */
export async function forgetPictures(tx: Tx, accountId: number, now: Date) {
  for (const kind of ['avatar', 'banner'] as const) await forgetFiles(tx, await replace(tx, accountId, kind, null), now)
}

/** Returns the files of the old picture. */
async function replace(tx: Tx, accountId: number, kind: Kind, key: string | null) {
  const row = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(column[kind])
    .forNoKeyUpdate()
    .executeTakeFirst()
  const former = row && Object.values(row)[0]
  await tx
    .updateTable('account')
    .set({ [column[kind]]: key })
    .where('id', '=', accountId)
    .execute()
  return former ? filesOf(kind, former) : []
}

async function sizesFrom({ storage }: App, kind: Kind, { storageKey, accountId }: UploadRow) {
  const picture = async () => {
    const file = storageKey === null ? null : await storage.open(storageKey)
    if (!file) throw notFound('Upload')
    return { image: await buffer(file.stream), sizes: sizesOf(kind) }
  }
  try {
    return await runPicture('picture', picture, accountId)
  } catch (error) {
    throw error instanceof MediaError ? invalid({ [kind]: error.message }) : error
  }
}
