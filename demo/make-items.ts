import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { blockLength, cutBlock, type AudioBlock } from '#server/media/audio.ts'
import { encodeMp3 } from '#server/media/encode.ts'
import { excerpt, medleyOf } from '#server/media/medley.ts'
import { makeJpeg } from '#server/media/pictures.ts'
import { makePreview } from '#server/media/preview.ts'
import { inspectBlocks, type Inspection } from '#server/media/sound-tasks.ts'
import { spread } from '#server/media/spread.ts'
import { toWav, writeWav } from '#server/media/wav.ts'
import type { Beat, Kit, Pack, Unsold } from './catalogue.ts'
import { drawCover } from '#server/art/cover.ts'
import { describeSold, fileTitle, pathIn, toWave, writeCover, writeZip, type Place } from './files.ts'
import type { ItemFiles, Track } from './manifest.ts'
import type { KitSound } from './synth/kit-sound.ts'
import { makeKitSounds } from './synth/kit-sounds.ts'
import { renderBeat } from './synth/mix.ts'

const PACK_EXCERPT = { from: 10, seconds: 16, fade: 0.4 }
const MOST_PREVIEWS = 60
const KIT_EXCERPT = { count: 20, seconds: 1.5, fade: 0.005, least: 0.45 }

/** A voice is the path of the producer’s own tag. */
export async function makeBeat(beat: Beat | Unsold, place: Place, voice?: string): Promise<ItemFiles> {
  const { master, stems } = renderBeat({ ...beat, seed: beat.slug })
  const at = (file: string) => join(place.folder, file)
  await writeWav(at('master.wav'), master)
  const inspection = await inspectBlocks(piecesOf(master))
  const shown = await shownFiles(place, 'beat', beat, inspection)
  const { title, owner: artist, bpm, key } = beat
  const picture = await makeJpeg(await readFile(at('cover-640.webp')))
  await encodeMp3(piecesOf(master), at('track.mp3'), 320, { title, artist, bpm, key, picture })
  const sold = [
    await describeSold(place, 'master', 'master.wav', beat.title),
    await describeSold(place, 'mp3', 'track.mp3', beat.title),
  ]
  if (beat.prices.PREMIUM !== undefined) {
    const entries = Object.entries(stems).map(([name, sound]) => ({
      name: `${beat.title} - ${name}.wav`,
      content: toWav(sound),
      isSparse: name === 'fx',
    }))
    await writeZip(at('stems.zip'), entries)
    sold.push(await describeSold(place, 'stems', 'stems.zip', `${beat.title} - stems`))
  }
  await makePreview(piecesOf(master), at('preview.mp3'), {
    names: { title, artist },
    bpm,
    ...(voice && { tag: voice }),
  })
  const isCut = 'state' in beat && beat.state === 'failed'
  if (isCut) await truncate(at('master.wav'), (await stat(at('master.wav'))).size / 2)
  const masterAlone = isCut && [await describeSold(place, 'master', 'master.wav', beat.title)]
  return { ...shown, durationMs: inspection.durationMs, sold: masterAlone || sold, tracks: [] }
}

const PIECE = 65_536 // samples

/** A sound in pieces that may be changed. */
function* piecesOf(sound: AudioBlock): Generator<AudioBlock> {
  for (let from = 0; from < blockLength(sound); from += PIECE) yield cutBlock(sound, from, from + PIECE)
}

/** The pack's beats must have been made before. */
export async function makePack(pack: Pack, place: Place, root: string): Promise<ItemFiles> {
  const masters = pack.beats.map((beat) => ({ beat, file: join(root, beatFile(beat, 'master.wav')) }))
  const archivePath = (index: number, title: string) => `${String(index + 1).padStart(2, '0')} ${title}.wav`
  const entries = masters.map(({ beat, file }, index) => ({ name: archivePath(index, beat.title), content: { file } }))
  await writeZip(join(place.folder, 'archive.zip'), entries)
  const pieces: AudioBlock[] = []
  for await (const piece of medleyOf(
    masters.map(({ file }) => file),
    PACK_EXCERPT,
  ))
    pieces.push(piece)
  const inspection = await previewOf(place, pack, pieces)
  const made = await Promise.all(pack.beats.map((beat) => madeOf(beat, root)))
  const tracks = pack.beats.map((beat, index): Track => ({
    title: beat.title,
    archivePath: archivePath(index, beat.title),
    beatSlug: beat.slug,
    bpm: beat.bpm,
    key: beat.key,
    durationMs: made[index]!.durationMs,
    preview: beatFile(beat, 'preview.mp3'),
    mp3: made[index]!.sold.find(({ role }) => role === 'mp3')!,
  }))
  return {
    ...(await shownFiles(place, 'pack', pack, inspection)),
    durationMs: tracks.reduce((sum, { durationMs }) => sum + durationMs, 0),
    sold: [await describeSold(place, 'archive', 'archive.zip', pack.title)],
    tracks,
  }
}

export async function makeKit(kit: Kit, place: Place): Promise<ItemFiles> {
  const sounds = makeKitSounds({ seed: kit.slug, ...kit })
  const archivePath = ({ path }: KitSound) => `${kit.title}/${path}`
  await writeZip(
    join(place.folder, 'archive.zip'),
    sounds.map((sound) => ({ name: archivePath(sound), content: sound.bytes })),
  )
  const { count, seconds, fade, least } = KIT_EXCERPT
  const pieces = spread(sounds, count).map(({ sound }) => excerpt(sound, 0, seconds, fade, least))
  const inspection = await previewOf(place, kit, pieces)
  const heard = new Set(spread(sounds, MOST_PREVIEWS))
  const tracks: Track[] = []
  for (const [index, sound] of sounds.entries())
    tracks.push({
      title: fileTitle(sound.path),
      archivePath: archivePath(sound),
      beatSlug: null,
      bpm: sound.bpm ?? null,
      key: sound.key ?? null,
      durationMs: lengthMs(sound.sound),
      preview:
        sound.path.endsWith('.wav') && heard.has(sound)
          ? await makeSample(place, sound, `sample-${index + 1}.mp3`)
          : null,
      mp3: null,
    })
  return {
    ...(await shownFiles(place, 'kit', kit, inspection)),
    durationMs: inspection.durationMs,
    sold: [await describeSold(place, 'archive', 'archive.zip', kit.title)],
    tracks,
  }
}

/** The short preview of a kit's sound. */
async function makeSample(place: Place, { sound }: KitSound, file: string) {
  await makePreview([sound], join(place.folder, file), { isShort: true })
  return pathIn(place, file)
}

const beatFile = (beat: Beat, file: string) => `beats/${beat.slug}/${file}`

const madeOf = async (beat: Beat, root: string) =>
  JSON.parse(await readFile(join(root, beatFile(beat, LIST_FILE)), 'utf8')) as ItemFiles

const lengthMs = (sound: AudioBlock) => Math.round((blockLength(sound) / sound.sampleRate) * 1_000)

/** Inspects the sound before the tag is laid over it: the waveform must not show the tag. */
async function previewOf(place: Place, item: Pack | Kit, pieces: AudioBlock[]): Promise<Inspection> {
  const inspection = await inspectBlocks(pieces)
  const names = { title: item.title, artist: item.owner }
  await makePreview(pieces, join(place.folder, 'preview.mp3'), { names })
  return inspection
}

async function shownFiles(
  place: Place,
  kind: 'beat' | 'pack' | 'kit',
  item: Beat | Pack | Kit,
  inspection: Inspection,
) {
  const { slug, title, line } = item
  return {
    preview: pathIn(place, 'preview.mp3'),
    wave: toWave(inspection),
    cover: await writeCover(place, drawCover({ kind, slug, title, line, peaks: inspection.peaks })),
  }
}

/** Written last: a folder with a list is complete. */
export const writeList = (place: Place, list: unknown) => writeFile(join(place.folder, LIST_FILE), JSON.stringify(list))
export const LIST_FILE = 'files.json'
