import { join } from 'node:path'
import { notFound } from '#server/errors.ts'
import { newestMaster } from '#server/items/index.ts'
import { withWorkFolder } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'
import { nameFiles } from '#server/storage/unnamed-files.ts'
import { madeFingerprints, makeFingerprint, matchAll } from './fingerprints.ts'
import { hear } from './heard.ts'
import { saveFacts, saveFile, type DoStep, type ItemInHand } from './item-in-hand.ts'
import { copyTo } from './local-file.ts'
import { coverIn, makeMp3, makePreview, MP3, type Local } from './made-files.ts'
import { goOn } from './media-jobs.ts'

export const check: DoStep = async (app, item) => {
  const facts = await hear(app, await masterOf(app, item))
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return (tx) =>
    saveFacts(app, tx, item, {
      durationMs: Math.round(facts.durationInSeconds * 1000),
      miniWave: bytes(facts.mini),
      wave: { fullBand: bytes(facts.wave.full), lowBand: bytes(facts.wave.low) },
    })
}

export const preview: DoStep = async (app, item) => {
  const previewKey = await withMaster(app, item, (master) => makePreview(app, item, master, item.title))
  return async (tx) => {
    await nameFiles(tx, [previewKey])
    await saveFacts(app, tx, item, { previewKey })
  }
}

/** Buyers of an MP3 lease get 320 kbit/s; a master that is an MP3 is what they get. */
export const mp3: DoStep = async (app, item) => {
  if ((await masterOf(app, item)).mediaType === MP3) return async () => {}
  const { title, artist, bpm, musicKey: key } = item
  const names = { title, artist, bpm, key, picture: await coverIn(app, item) }
  const file = await withMaster(app, item, (master) => makeMp3(app, item, master, names))
  return async (tx) => {
    await nameFiles(tx, [file.storageKey])
    await saveFile(app, tx, item, file)
  }
}

/** Finds out whether the beat sounds like something of another seller. */
export const fingerprint: DoStep = async (app, item, job) => {
  const sound = { itemId: item.id, trackId: null, fileId: (await masterOf(app, item)).id }
  if (!(await madeFingerprints(app.db, item.id, sound.fileId)).has(null)) {
    const save = await withMaster(app, item, ({ source }) => makeFingerprint(item, sound, source))
    await app.db.transaction().execute(async (tx) => {
      await save(tx)
      await goOn(tx, job, app.clock.now())
    })
  }
  return matchAll(app, item)
}

const withMaster = <Result>(app: App, item: ItemInHand, act: (master: Local) => Promise<Result>) =>
  withWorkFolder(app, async (folder) => {
    const source = join(folder, 'master')
    await copyTo(app, (await masterOf(app, item)).storageKey, source)
    return act({ folder, source })
  })

async function masterOf({ db }: App, { id, ownerId }: ItemInHand) {
  const row = await newestMaster(db, id)
  if (!row) throw notFound('Master')
  return { ...row, accountId: ownerId }
}
