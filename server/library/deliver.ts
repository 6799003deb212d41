import type { Download, Format } from '#contract/purchases.ts'
import { findEntry, listEntries, type ListedEntry } from '#server/archives/check-archive.ts'
import { entryAsFile, type Readings } from '#server/archives/entry-file.ts'
import { limitsOf } from '#server/archives/limits.ts'
import { readerOf } from '#server/archives/read-entry.ts'
import { partOfBytes, zipAsFile, type PackedPart } from '#server/archives/zip-file.ts'
import { ApiError, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { extraFiles } from './extra-files.ts'
import { distinct, inName, soundName } from './file-names.ts'
import { endingOf, heldFiles, type Held, type HeldFile, type HeldTrack, type SoldFormat } from './held-files.ts'
import type { PurchaseRow } from './purchases.ts'
import { shareZip } from './share-zip.ts'
import { partOfEntry, partOfStored } from './zip-parts.ts'

/** A file as it is sent: its name for saving, its key, and a reader if it is no stored file of its own. */
export type Sent = { key: string; download: string; from: Readings }

const FORMATS: SoldFormat[] = ['mp3', 'wav', 'stems', 'project']
const NAMES: Record<SoldFormat, string> = { mp3: 'MP3', wav: 'WAV', stems: 'Stems', project: 'Project' }
/** Formats that browsers play, the smaller ones first. */
const PLAYED = ['mp3', 'ogg', 'flac', 'wav']

/** The downloads of a purchase, with about their sizes: nothing is read for a list. */
export async function downloadsOf(app: App, purchase: PurchaseRow): Promise<Download[]> {
  const { archive, files } = await heldFiles(app.db, purchase)
  const sizeOf = (some: HeldFile[]) => {
    const isNoted = some.every(({ bytes }) => bytes !== null) // not in an archive that was packed by hand
    return some.reduce((sum, { bytes }) => sum + (bytes ?? 0), isNoted ? 0 : (archive?.bytes ?? 0))
  }
  const named = (file: Format, of: HeldFile[]) => ({ file, name: nameOf(purchase, file), bytes: sizeOf(of) })
  const formats = purchase.kind === 'kit' ? [] : FORMATS
  return [
    named('zip', files),
    ...formats.flatMap((format) => {
      const of = files.filter((file) => file.format === format)
      return of.length ? [named(format, of)] : []
    }),
  ]
}

const nameOf = (purchase: PurchaseRow, file: Format) => {
  const { kind, title } = purchase
  if (file === 'zip') return `${inName(title)}.zip`
  if (kind === 'beat') return ownName(purchase, file)
  return `${inName(title)}_${NAMES[file]}.zip`
}

/** The name of a file that belongs to the whole item. */
const ownName = (purchase: PurchaseRow, format: SoldFormat) =>
  format === 'mp3' || format === 'wav'
    ? `${soundName(purchase)}.${format}`
    : `${soundName(purchase)}_${NAMES[format]}.zip`

/** Everything of a purchase as a ZIP, or one of its formats. */
export async function findDownload(app: App, purchase: PurchaseRow, file: Format): Promise<Sent> {
  const download = nameOf(purchase, file)
  if (file === 'zip') {
    const layOut = async () => wholeZip(app, purchase, await heldFiles(app.db, purchase))
    return { key: '', download, from: await shareZip(app, purchase, file, layOut) }
  }
  const held = await heldFiles(app.db, purchase)
  const files = held.files.filter(({ format }) => format === file)
  const [first] = files
  if (!first) throw new ApiError(403, 'not_in_license', `Your purchase doesn’t include ${NAMES[file]}.`)
  if (first.track === null && first.stored) return { key: first.stored.key, download, from: app.storage }
  const layOut = async () =>
    zip(purchase, await partsOf(app, purchase, { ...held, files }, await entriesOf(app, purchase, held)))
  return { key: '', download, from: await shareZip(app, purchase, file, layOut) }
}

/** The format that is sent if nobody asks for another: the best one of a beat. */
export async function bestFormat(app: App, purchase: PurchaseRow): Promise<Format> {
  const { files } = await heldFiles(app.db, purchase)
  return files.some(({ format }) => format === 'wav') ? 'wav' : 'mp3'
}

async function wholeZip(app: App, purchase: PurchaseRow, held: Held) {
  const entries = await entriesOf(app, purchase, held)
  const notes = [...entries.values()].filter(({ path }) => !held.named.has(path))
  const extras = await extraFiles(app, purchase)
  return zip(purchase, [
    ...(await partsOf(app, purchase, held, entries)),
    ...notes.map((entry) => partOfEntry(app, entry.path, held.archive!.key, entry)),
    ...extras.map(({ path, content }) => partOfBytes(path, content)),
  ])
}

const zip = ({ grantedAt }: PurchaseRow, parts: PackedPart[]) => zipAsFile(distinct(parts), grantedAt)

type Entries = Map<string, ListedEntry>

/** The files of the sold archive by their paths. */
async function entriesOf({ storage }: App, { kind }: PurchaseRow, { archive }: Held): Promise<Entries> {
  const entries = archive ? await listEntries(readerOf(storage, archive.key), archive.bytes, limitsOf(kind)) : []
  return new Map(entries.map((entry) => [entry.path, entry]))
}

async function partsOf(app: App, purchase: PurchaseRow, { archive, tracks, files }: Held, entries: Entries) {
  const order = new Map(tracks.map(({ id }, nth) => [id, nth]))
  return Promise.all(
    files.map(async ({ format, track, stored }) => {
      const path = track ? trackPath(purchase, track, format, order.get(track.id)!) : ownName(purchase, format!)
      if (stored) return partOfStored(app, path, stored)
      const entry = entries.get(track!.path)
      if (!entry) throw notFound('File')
      return partOfEntry(app, path, archive!.key, entry)
    }),
  )
}

/** Kits keep their folders and names, which drum machines know. Tracks are numbered. */
function trackPath({ kind }: PurchaseRow, track: HeldTrack, format: SoldFormat | null, nth: number) {
  if (kind === 'kit') return track.path
  const number = String(nth + 1).padStart(2, '0')
  return `${number} ${soundName(track)}.${format === 'mp3' ? 'mp3' : endingOf(track.path)}`
}

/** The files of one track, or of the beat itself. */
const filesOf = ({ files }: Held, trackId: number | null) => {
  const found = files.filter(({ track }) => (track?.id ?? null) === trackId)
  if (found.length === 0) throw notFound('File')
  return found
}

const endingOfFile = ({ format, track }: HeldFile) =>
  format === 'mp3' || format === 'wav' ? format : endingOf(track?.path ?? '')

/** One track in its best format. */
export async function findTrackDownload(app: App, purchase: PurchaseRow, trackId: number): Promise<Sent> {
  const held = await heldFiles(app.db, purchase)
  const files = filesOf(held, trackId)
  return sentOf(app, purchase, held, files.find(({ format }) => format === 'wav') ?? files[0]!)
}

/** A whole sound to hear: the smallest format that browsers play. */
export async function findSound(app: App, purchase: PurchaseRow, trackId: number | null): Promise<Sent> {
  const held = await heldFiles(app.db, purchase)
  const sound = playedFile(filesOf(held, trackId))
  if (!sound) throw notFound('Sound')
  return sentOf(app, purchase, held, sound)
}

export const playedFile = (files: HeldFile[]) =>
  PLAYED.map((ending) => files.find((file) => endingOfFile(file) === ending)).find((file) => file !== undefined)

async function sentOf(app: App, purchase: PurchaseRow, held: Held, file: HeldFile): Promise<Sent> {
  const { track, stored } = file
  const name = track && purchase.kind !== 'kit' ? soundName(track) : null
  const ending = endingOfFile(file)
  const download = track
    ? name === null
      ? track.path.slice(track.path.lastIndexOf('/') + 1)
      : `${name}.${ending}`
    : ownName(purchase, file.format!)
  if (stored) return { key: stored.key, download, from: app.storage }
  const { key, bytes } = held.archive!
  const entry = await findEntry(readerOf(app.storage, key), bytes, track!.path, limitsOf(purchase.kind))
  if (!entry) throw notFound('File')
  return { key, download, from: entryAsFile(app.storage, entry) }
}
