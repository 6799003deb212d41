import { blockLength, cutBlock, type AudioBlock } from '#server/media/audio.ts'
import { LINES, type Line } from '#contract/line.ts'
import { Random } from '#server/art/random.ts'
import { NOTE_NAMES } from '#server/media/key.ts'
import { startOf, writeScore, type BeatRecipe, type Score } from './arrangement.ts'
import type { Bus } from './bus.ts'
import { makePhrase, PROGRESSIONS, semitones } from './harmony.ts'
import { wavSound, type KitSound } from './kit-sound.ts'
import { toMidi, type MidiNote } from './midi.ts'
import { renderBeat } from './mix.ts'
import { frequencyOf, level, SAMPLE_RATE, samplesIn } from './signal.ts'
import { addReverb } from './space.ts'
import { playMelody, playPad } from './tonal-parts.ts'
import { playNote } from './voices.ts'

const LOOP_BARS = 4
const LOOPS = 8
const MIDI_PHRASES = 10
const CONSTRUCTIONS = 3
const SECTION_BARS = 8

const minorKey = (random: Random) => `${random.pick(NOTE_NAMES)}m`
const titleOf = (sort: string, index: number, { bpm, key }: { bpm: number; key: string }) =>
  `${sort} ${String(index + 1).padStart(2, '0')} ${bpm} ${key}`

const aboutOf = ({ bpm, key }: BeatRecipe) => ({ bpm, key })

function recipeFor(random: Random, line: Line, bars: number): BeatRecipe {
  return { seed: `phrase ${random.next()}`, line, bpm: random.whole(138, 146), key: minorKey(random), bars }
}

/** Melodies with pads, four bars each, in the styles of all lines. */
export function loopSounds(random: Random, line: Line): KitSound[] {
  return Array.from({ length: LOOPS }, (_, index) => {
    const recipe = recipeFor(random, index % 2 === 0 ? line : random.pick(LINES), LOOP_BARS)
    const score = writeScore(recipe)
    const [melody, pad] = [playMelody(score), playPad(score)]
    addReverb(melody, 0.3, 1.9)
    return wavSound(`Loops/${titleOf('Loop', index, recipe)}`, looped(score, [melody, pad]), aboutOf(recipe))
  })
}

/** Lays the tail after the last bar over the first bar, so that the loop has no gap. */
function looped(score: Score, buses: Bus[]): AudioBlock {
  const end = startOf(score, score.recipe.bars)
  const channels = [0, 1].map((side) => {
    const samples = new Float32Array(end)
    for (const bus of buses) bus.sides[side]!.forEach((sample, i) => (samples[i % end]! += sample))
    return level(samples, 0.8)
  })
  return { sampleRate: SAMPLE_RATE, channels }
}

/** Phrases and chords for any instrument. Their preview plays them on a piano. */
export function midiSounds(random: Random, line: Line): KitSound[] {
  return Array.from({ length: MIDI_PHRASES }, (_, index) => {
    const recipe = recipeFor(random, line, 2)
    const score = writeScore(recipe)
    const isChords = index % 2 === 1
    const notes = isChords ? chordNotes(score, random) : phraseNotes(score, random)
    const folder = isChords ? 'Chords' : 'Melodies'
    return {
      path: `${folder}/${titleOf(isChords ? 'Chords' : 'Melody', index, recipe)}.mid`,
      bytes: toMidi(notes, recipe.bpm),
      sound: performed(notes, score, random),
      ...aboutOf(recipe),
    }
  })
}

function phraseNotes(score: Score, random: Random): MidiNote[] {
  return makePhrase(random).map(({ at, step, length }) => ({
    at,
    length: length * 0.9,
    midi: 60 + score.root + semitones(score.scale, step),
    velocity: random.whole(80, 112),
  }))
}

function chordNotes(score: Score, random: Random): MidiNote[] {
  return random.pick(PROGRESSIONS).flatMap((chord, bar) =>
    [0, 2, 4].map((step) => ({
      at: bar * 16,
      length: 15,
      midi: 48 + score.root + semitones(score.scale, chord + step),
      velocity: random.whole(70, 90),
    })),
  )
}

function performed(notes: MidiNote[], score: Score, random: Random): AudioBlock {
  const end = Math.max(...notes.map(({ at, length }) => at + length))
  const samples = new Float32Array(samplesIn((end + 8) * score.stepSeconds))
  for (const { at, length, midi, velocity } of notes) {
    const start = Math.round(at * score.stepSeconds * SAMPLE_RATE)
    const note = playNote('piano', frequencyOf(midi), length * score.stepSeconds, random)
    for (let i = 0; i < note.length && start + i < samples.length; i++)
      samples[start + i]! += (note[i]! * velocity) / 127
  }
  return { sampleRate: SAMPLE_RATE, channels: [level(samples, 0.8)] }
}

/** Whole beats as separate stems of eight bars. */
export function constructionSounds(random: Random, line: Line): KitSound[] {
  return Array.from({ length: CONSTRUCTIONS }, (_, index) => {
    const recipe = recipeFor(random, index === 0 ? line : random.pick(LINES), SECTION_BARS + 4)
    const score = writeScore(recipe)
    const from = startOf(score, score.sections.indexOf('hook'))
    const to = from + startOf(score, SECTION_BARS)
    const folder = titleOf('Beat', index, recipe)
    return Object.entries(renderBeat(recipe).stems)
      .filter(([name]) => name !== 'fx')
      .map(([name, sound]) =>
        wavSound(`${folder}/${name}`, cutBlock(sound, from, Math.min(to, blockLength(sound))), aboutOf(recipe)),
      )
  }).flat()
}
