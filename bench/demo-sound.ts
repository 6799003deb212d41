// Measures how the demo's beats sound beside released ones. `npm run bench:demo-sound -- --beats 29`
// Beats are rendered in memory as the demo renders them, and their previews are encoded and decoded again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogue, type Beat } from '#demo/catalogue.ts'
import { startOf, writeScore } from '#demo/synth/arrangement.ts'
import { PREVIEW_GAIN } from '#demo/make-items.ts'
import { renderBeat } from '#demo/synth/mix.ts'
import { blockLength, collectBlocks, cutBlock, type AudioBlock } from '#server/media/audio.ts'
import { decode } from '#server/media/decode.ts'
import { makePreview } from '#server/media/preview.ts'
import { spread } from '#server/media/spread.ts'
import {
  BANDS,
  bandsOf,
  barLoudness,
  crestDb,
  directCurrent,
  likeness,
  lufsOf,
  median,
  rhythmOf,
  truePeakDb,
  widthOf,
} from './sound/measures.ts'

const { values } = parseArgs({ options: { beats: { type: 'string', default: '29' } } })
const RHYTHM_BARS = 4
const HATS_ABOVE = 9_000
const LEAST_SECTION = 4 // bars
const RELEASED_BANDS = ['', '', '', '-12', '-15', '-17', '-18.5', '-20', '-23']

type Measured = Awaited<ReturnType<typeof measureBeat>>

const folder = await mkdtemp(join(tmpdir(), 'slide-bench-sound-'))

async function measureBeat(beat: Beat) {
  const recipe = { ...beat, seed: beat.slug }
  const before = process.cpuUsage()
  const { master, stems } = renderBeat(recipe)
  const { user, system } = process.cpuUsage(before)
  const score = writeScore(recipe)
  const barSamples = startOf(score, 1)
  const sections = sectionsIn(score.sections)
  const [first] = sections
  const bars = (sound: AudioBlock, from: number, to: number) => cutBlock(sound, from * barSamples, to * barSamples)
  const drop = bars(master, first!.from, first!.to)
  const rhythm = (sound: AudioBlock, above?: number) =>
    rhythmOf(bars(sound, first!.from, first!.from + RHYTHM_BARS), barSamples, above)
  const preview = join(folder, 'preview.mp3')
  await makePreview([master], preview, { bpm: beat.bpm, gain: PREVIEW_GAIN })
  return {
    seconds: blockLength(master) / master.sampleRate,
    lufs: lufsOf(master),
    peak: truePeakDb(master),
    previewPeak: truePeakDb(await collectBlocks(decode(preview))),
    crest: crestDb(master),
    ...widthOf(master),
    dc: directCurrent(master),
    bands: bandsOf(drop),
    range: median(
      sections
        .filter(({ from, to }) => to - from >= LEAST_SECTION)
        .map(({ from, to }) => rangeOf(barLoudness(bars(master, from, to), barSamples))),
    ),
    melody: lufsOf(bars(stems.melody, first!.from, first!.to)) - lufsOf(bars(stems.drums, first!.from, first!.to)),
    bass: rhythm(stems.bass),
    hats: rhythm(stems.drums, HATS_ABOVE),
    cost: (user + system) / 1e6,
  }
}

/** The hooks and verses, in bars. Drums and bass play only there. */
function sectionsIn(names: readonly string[]) {
  const found: { name: string; from: number; to: number }[] = []
  names.forEach((name, bar) => {
    const last = found.at(-1)
    if (last?.name === name) last.to++
    else found.push({ name, from: bar, to: bar + 1 })
  })
  return found.filter(({ name }) => name === 'hook' || name === 'verse')
}

function rangeOf(levels: readonly number[]) {
  return Math.max(...levels) - Math.min(...levels)
}

type Row = [name: string, of: (beat: Measured) => number, digits: number, released?: string]

const ROWS: Row[] = [
  ['Length (s)', ({ seconds }) => seconds, 1, '120 to 200'],
  ['Loudness (LUFS)', ({ lufs }) => lufs, 1, '-9 to -6'],
  ['True peak (dBTP)', ({ peak }) => peak, 1, '<= -1'],
  ['True peak of previews (dBTP)', ({ previewPeak }) => previewPeak, 1, '<= -1'],
  ['Crest (dB)', ({ crest }) => crest, 1, '8 to 10'],
  ['Left against right', ({ correlation }) => correlation, 2, '.75 to .92'],
  ['Side against middle (dB)', ({ sideDb }) => sideDb, 1, '-14 to -9'],
  ['Mean of the sound (DC)', ({ dc }) => dc, 5, '0'],
  ...BANDS.map(([low, high], index): Row => [
    `In drops, ${low} to ${high} Hz (dB)`,
    ({ bands }) => bands[index]!,
    1,
    RELEASED_BANDS[index]!,
  ]),
  ['Level range in sections (dB)', ({ range }) => range, 1, '2 to 4'],
  ['Melody against drums (dB)', ({ melody }) => melody, 1, '-3 to 0'],
  ['Rendering (processor seconds)', ({ cost }) => cost, 2],
]

function print(beats: Measured[]) {
  console.log(`${beats.length} beats`.padEnd(30) + '    least   median     most   released')
  const line = (name: string, all: readonly number[], digits: number, released = '') =>
    console.log(
      name.padEnd(30) +
        [Math.min(...all), median(all), Math.max(...all)].map((value) => value.toFixed(digits).padStart(9)).join('') +
        `   ${released}`,
    )
  for (const [name, of, digits, released] of ROWS) line(name, beats.map(of), digits, released)
  line('808 rhythms alike', likeness(beats.map(({ bass }) => bass)), 2)
  line('Hat rhythms alike', likeness(beats.map(({ hats }) => hats)), 2)
}

try {
  const before = process.cpuUsage()
  const measured: Measured[] = []
  for (const beat of spread(catalogue.beats, Number(values.beats))) measured.push(await measureBeat(beat))
  print(measured)
  const { user, system } = process.cpuUsage(before)
  console.log(`\n${((user + system) / 1e6).toFixed(0)} processor seconds, the measuring included`)
} finally {
  await rm(folder, { recursive: true })
}
