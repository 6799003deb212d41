import { readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { blockLength, cutBlock, type AudioBlock } from '#server/media/audio.ts'
import { encodeMp3 } from '#server/media/encode.ts'
import { excerpt, medleyOf } from '#server/media/medley.ts'
import { makeJpeg } from '#server/media/pictures.ts'
import { PeakMeter } from '#server/media/peaks.ts'
import { makePreview, type PreviewOptions } from '#server/media/preview.ts'
import { spread } from '#server/media/spread.ts'
import { toWav, writeWav } from '#server/media/wav.ts'
import type { Beat, Kit, Pack, Unsold } from './catalogue.ts'
import { drawCover } from '#server/art/cover.ts'
import { describeSold, fileTitle, pathIn, toWave, writeCover, writeZip, type Place } from './files.ts'
import { readList } from './lists.ts'
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
  const shown = await shownFiles(place, 'beat', beat, piecesOf(master))
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
  await preview(piecesOf(master), at('preview.mp3'), {
    names: { title, artist, bpm, key },
    bpm,
    ...(voice && { tag: voice }),
  })
  const isCut = 'state' in beat && beat.state === 'failed'
  if (isCut) await truncate(at('master.wav'), (await stat(at('master.wav'))).size / 2)
  const masterAlone = isCut && [await describeSold(place, 'master', 'master.wav', beat.title)]
  return { ...shown, durationMs: lengthMs(master), sold: masterAlone || sold, tracks: [] }
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
    ...(await shownWithPreview(place, 'pack', pack, pieces)),
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
          ? await makeSample(place, kit.owner, sound, `sample-${index + 1}.mp3`)
          : null,
      mp3: null,
    })
  return {
    ...(await shownWithPreview(place, 'kit', kit, pieces)),
    durationMs: pieces.reduce((sum, piece) => sum + lengthMs(piece), 0),
    sold: [await describeSold(place, 'archive', 'archive.zip', kit.title)],
    tracks,
  }
}

/** The short preview of a kit's sound. */
async function makeSample(place: Place, artist: string, { path, sound, bpm, key }: KitSound, file: string) {
  const names = { title: fileTitle(path), artist, bpm: bpm ?? null, key: key ?? null }
  await preview([sound], join(place.folder, file), { isShort: true, names })
  return pathIn(place, file)
}

const beatFile = (beat: Beat, file: string) => `beats/${beat.slug}/${file}`

const madeOf = async (beat: Beat, root: string) => (await readList<ItemFiles>(root, `beats/${beat.slug}`))!

const lengthMs = (sound: AudioBlock) => Math.round((blockLength(sound) / sound.sampleRate) * 1_000)

/** The preview of a pack or kit, its cover, and its wave. */
async function shownWithPreview(place: Place, kind: 'pack' | 'kit', item: Pack | Kit, pieces: AudioBlock[]) {
  const shown = await shownFiles(place, kind, item, pieces) // first: the wave must not show the tag
  await preview(pieces, join(place.folder, 'preview.mp3'), { names: { title: item.title, artist: item.owner } })
  return shown
}

/** 4.4 dB less: at 128 kbit/s the encoder draws peaks up to 4.6 dB above those of the demo's beats, which end at -1.2. */
export const PREVIEW_GAIN = 0.6

const preview = (pieces: Iterable<AudioBlock>, path: string, options: PreviewOptions) =>
  makePreview(pieces, path, { ...options, gain: PREVIEW_GAIN })

async function shownFiles(
  place: Place,
  kind: 'beat' | 'pack' | 'kit',
  { slug, title, line }: Beat | Pack | Kit,
  pieces: Iterable<AudioBlock>,
) {
  const meter = new PeakMeter()
  for (const piece of pieces) meter.add(piece)
  const peaks = meter.finish()
  return {
    preview: pathIn(place, 'preview.mp3'),
    wave: toWave(peaks),
    cover: await writeCover(place, drawCover({ kind, slug, title, line, peaks })),
  }
}
