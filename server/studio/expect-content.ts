import { buffer } from 'node:stream/consumers'
import { checkArchive, type Entry } from '#server/archives/check-archive.ts'
import { PARTS, type Limits } from '#server/archives/limits.ts'
import { readerOf } from '#server/archives/read-entry.ts'
import { invalid, notFound } from '#server/errors.ts'
import { MediaError } from '#server/media/audio.ts'
import { COVER_SIZES } from '#server/media/picture-types.ts'
import { runPicture } from '#server/media/run-media.ts'
import { soundType } from '#server/media/sound-type.ts'
import type { App } from '#server/services.ts'

type Sent = { name: string; storageKey: string; size: number; accountId: number }

const NAMES = { wav: 'a WAV file', mp3: 'an MP3 file' }

/** Refuses files that are not what their names say: buyers get the types that the names promise. */
export async function expectContent(app: App, part: 'audio' | 'tag' | 'cover' | 'stems' | 'project', file: Sent) {
  if (part === 'cover') return expectCover(app, file)
  if (part !== 'audio' && part !== 'tag')
    return void (await expectArchive(app, part, file, PARTS, (entries) => entries))
  const start = await readerOf(app.storage, file.storageKey)(0, Math.min(file.size, 12))
  const fault = wrongName(file.name, start)
  if (fault) throw invalid({ [part]: fault })
}

/** Reads a picture as a whole: found later, a false one would make its sender choose the sound again. */
export async function expectCover({ storage }: App, { storageKey, accountId }: Sent) {
  const [side] = COVER_SIZES
  try {
    const image = async () => {
      const file = await storage.open(storageKey)
      if (!file) throw notFound('Upload')
      return { image: await buffer(file.stream), sizes: [{ width: side, height: side }] }
    }
    await runPicture('picture', image, accountId)
  } catch (error) {
    throw error instanceof MediaError ? invalid({ cover: error.message }) : error
  }
}

/** Why a sound can't have this name; null if it can. What is no sound at all is found when it is decoded. */
export function wrongName(name: string, start: Buffer) {
  const type = soundType(start)
  if (type === null || name.toLowerCase().endsWith(`.${type}`)) return null
  return `This is ${NAMES[type]}, although its name says otherwise. Name it .${type}, or choose another.`
}

/** Reads the lists of a sent archive and gives what `choose` makes of its files. A fault is said at the field. */
export async function expectArchive<Result>(
  { storage }: App,
  part: string,
  { storageKey, size }: Sent,
  limits: Limits,
  choose: (entries: Entry[]) => Result,
) {
  try {
    return choose(await checkArchive(readerOf(storage, storageKey), size, limits))
  } catch (error) {
    throw error instanceof MediaError ? invalid({ [part]: error.message }) : error
  }
}
