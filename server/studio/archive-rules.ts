import { bpmOf, keyOf, titleOf } from '#contract/name-facts.ts'
import type { Entry } from '#server/archives/check-archive.ts'
import { shownName } from '#server/archives/names.ts'
import { MIDI, PRESETS, SOUNDS, type NewPart } from '#server/items/index.ts'
import { MediaError } from '#server/media/audio.ts'
import { endingOf, fileNameOf } from './file-names.ts'

const MOST_TRACKS = 200

const TRACKS = ['wav', 'mp3']
const NOTES = ['txt', 'pdf', 'jpg', 'jpeg', 'png', 'webp', 'rtf', 'md']
const ARCHIVES = ['zip', 'rar', '7z', 'tar', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'iso', 'dmg', 'cab', 'jar']

/** The ending of a file says what it is; its content is held against it when it is read. */
export const isTrack = (path: string) => TRACKS.includes(endingOf(path))

/** The tracks of a pack in the order of their paths. */
export function partsOfPack(entries: Entry[]): NewPart[] {
  for (const { path } of entries) refuseType(path, 'pack', [...TRACKS, ...NOTES])
  const tracks = entries.filter(({ path }) => isTrack(path))
  if (tracks.length === 0) throw new MediaError('There is no .wav or .mp3 file in this ZIP file.')
  if (tracks.length > MOST_TRACKS) throw new MediaError(`A pack has ${MOST_TRACKS} tracks at most.`)
  return partsOf(tracks, true)
}

/** The files of a kit in the order of their paths. */
export function partsOfKit(entries: Entry[]): NewPart[] {
  const used = [...SOUNDS, ...MIDI, ...PRESETS]
  for (const { path } of entries) refuseType(path, 'kit', [...used, ...NOTES])
  if (!entries.some(({ path }) => used.includes(endingOf(path))))
    throw new MediaError('There is no sound, MIDI file or preset in this ZIP file.')
  return partsOf(entries, false)
}

function refuseType(path: string, kind: 'pack' | 'kit', allowed: string[]) {
  const ending = endingOf(path)
  if (ARCHIVES.includes(ending))
    throw new MediaError(`${shownName(path)} is an archive in the archive. Unpack it first.`)
  if (!allowed.includes(ending)) throw new MediaError(`${shownName(path)} is not a type of file that a ${kind} holds.`)
}

const inOrder = new Intl.Collator('en', { numeric: true })

const partsOf = (entries: Entry[], areTracks: boolean): NewPart[] =>
  entries
    .toSorted((a, b) => inOrder.compare(a.path, b.path))
    .map(({ path, bytes }) => ({
      path,
      title: titleOf(path, areTracks),
      sizeBytes: bytes,
      bpm: bpmOf(fileNameOf(path)),
      musicKey: keyOf(fileNameOf(path)),
    }))

type Named = { path: string; title: string }

/** The tracks of a pack in the order and under the names that its seller gave. The others follow. */
export function arranged(parts: NewPart[], wanted: readonly Named[]): NewPart[] {
  const rest = new Map(parts.map((part) => [part.path, part]))
  const named = wanted.map(({ path, title }) => {
    const part = rest.get(path)
    if (!part) throw new MediaError(`${shownName(path)} is no track of this ZIP file, or is named twice.`)
    rest.delete(path)
    return { ...part, title }
  })
  return [...named, ...rest.values()]
}
