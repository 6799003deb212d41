import { uploadPurposes, type UploadPurpose } from '#contract/upload-purposes.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { expectRunning } from '#server/house/house.ts'
import type { App } from '#server/services.ts'
import { createDraft, newDraftName } from './draft.ts'
import { bytesToCome, countUploads, insertUpload, lockUploadsOf, type NewUpload } from './rows.ts'

const MB = 1024 * 1024
const GB = 1024 * MB
/** An announcement holds room on the disk for so long after its last bytes. */
const HELD_FOR = 5 * 60 * 1000
const DAY = 24 * 60 * 60 * 1000
const LONGEST_LIFE = 7 * DAY

/** A day after its last bytes, and a week after its announcement at the latest: drops of bytes keep no upload open. */
export function dueAt({ clock }: Pick<App, 'clock'>, announcedAt = clock.now()) {
  return new Date(Math.min(clock.now().getTime() + DAY, announcedAt.getTime() + LONGEST_LIFE))
}

type Announced = Omit<NewUpload, 'draft'>

/** Makes the row and the empty draft of an upload, or refuses it before its first byte. */
export async function reserve(app: App, announced: Announced) {
  const { accountId, purpose, size } = announced
  expectRunning(app, 'uploads')
  checkFile(purpose, announced.name, size)
  if (/\p{Cc}/u.test(announced.mediaType)) throw invalid({ filetype: 'This is no media type.' })
  const upload = { ...announced, name: plainName(announced.name), draft: newDraftName() }
  await refuseWithoutSpace(app, size)
  const row = await app.db.transaction().execute(async (tx) => {
    await lockUploadsOf(tx, accountId)
    const { uploads, bytes } = await countUploads(tx, accountId)
    const { uploadsAtOnce, uploadRoom } = app.house.now().settings
    if (uploads >= uploadsAtOnce || bytes + size > uploadRoom * GB)
      throw new ApiError(429, 'too_many_uploads', 'Too many uploads are under way. Finish or cancel one first.')
    return insertUpload(tx, upload, { now: app.clock.now(), dueAt: dueAt(app) })
  })
  const draft = await createDraft(app.uploads.folder, upload.draft)
  app.uploads.drafts.set(row.id, draft)
  return { row, draft }
}

function checkFile(purpose: UploadPurpose, name: string, size: number) {
  const limits = uploadPurposes[purpose]
  const { maxBytes, endings } = limits
  if (!(endings as readonly string[]).includes(endingOf(name))) {
    const refusal = 'refusal' in limits ? limits.refusal : `Choose a file of type ${endings.join(', ')}.`
    throw new ApiError(415, 'wrong_file_type', refusal, { details: { endings } })
  }
  if (size > maxBytes) throw tooLarge(purpose)
  if (size === 0) throw invalid({ file: 'The file is empty.' })
}

export function tooLarge(purpose: UploadPurpose) {
  const { maxBytes } = uploadPurposes[purpose]
  return new ApiError(413, 'too_large', `The file is larger than ${maxBytes / MB} MB.`, { details: { maxBytes } })
}

export const storageFull = () => new ApiError(507, 'storage_full', 'There is no space left for this file.')

/** Disk space that stays free for the database and everything else. */
const reservedBytes = ({ house }: App) => house.now().settings.freeDisk * MB

async function refuseWithoutSpace(app: App, size: number) {
  const { db, uploads, clock } = app
  const activeSince = new Date(clock.now().getTime() - HELD_FOR)
  const toCome = await bytesToCome(db, { writing: [...uploads.writers.keys()], activeSince })
  if ((await uploads.freeBytes()) - toCome < size + reservedBytes(app)) throw storageFull()
}

/** For an upload under way, whose room others may have taken while it was silent. */
export async function refuseOnFullDisk(app: App) {
  if ((await app.uploads.freeBytes()) < reservedBytes(app)) throw storageFull()
}

export const endingOf = (name: string) => /\.([a-z0-9]{1,8})\s*$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** The last part of a path, without control characters and marks that turn text around. */
function plainName(name: string) {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '').trim()
  if (plain.length <= 200) return plain || 'file'
  return `${plain.slice(0, 150).toWellFormed()}.${endingOf(plain)}`
}
