import type { Format } from '#contract/purchases.ts'
import type { Db } from '#server/db/connect.ts'
import { ApiError } from '#server/errors.ts'
import type { FindFile } from '#server/http/signed-files.ts'
import type { App } from '#server/services.ts'
import { count } from './count-download.ts'
import { findDownload, findSound, findTrackDownload } from './deliver.ts'
import { findHeld } from './purchases.ts'

/** Names a download of a purchase in an address: `7.zip`, `7.wav`, or a track as `7.track.12`. */
export const downloadName = (id: number, { file, key }: { file: Format; key?: string | undefined }) =>
  key === undefined ? `${id}.${file}` : `${id}.track.${key}`
export const soundName = (id: number, key?: string) => (key === undefined ? `${id}` : `${id}.${key}`)

const DOWNLOAD = /^(\d{1,15})\.(?:(zip|mp3|wav|stems|project)|track\.(\d{1,15}))$/
const SOUND = /^(\d{1,15})(?:\.(\d{1,15}))?$/

/** A purchase may have been refunded since its address was made. */
const heldBy = (db: Db, account: number, id: number) =>
  findHeld(db, account, id).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })

export const findPurchased =
  (app: App): FindFile =>
  async (name, account) => {
    const [, id, file, key] = DOWNLOAD.exec(name) ?? []
    const purchase = id === undefined ? null : await heldBy(app.db, account, Number(id))
    if (!purchase) return null
    const found = key
      ? await findTrackDownload(app, purchase, Number(key))
      : await findDownload(app, purchase, file as Format)
    return { ...found, sending: () => count(app, purchase, key ? `track.${key}` : file!) }
  }

export const findPurchasedSound =
  (app: App): FindFile =>
  async (name, account) => {
    const [, id, key] = SOUND.exec(name) ?? []
    const purchase = id === undefined ? null : await heldBy(app.db, account, Number(id))
    if (!purchase) return null
    const { key: stored, from } = await findSound(app, purchase, key ? Number(key) : null)
    return { key: stored, from }
  }
