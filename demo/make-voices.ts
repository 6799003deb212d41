import { join } from 'node:path'
import { Random } from '#server/art/random.ts'
import { writeWav } from '#server/media/wav.ts'
import { pathIn, type Place } from './files.ts'
import type { Manifest } from './manifest.ts'
import { frequencyOf, level, SAMPLE_RATE, samplesIn, type Samples } from './synth/signal.ts'
import { playNote } from './synth/voices.ts'

/** Three sung syllables for each producer that has a voice tag: a note and its length. */
const VOICES: Record<string, [midi: number, seconds: number][]> = {
  ColdHarbour: [
    [57, 0.28],
    [60, 0.24],
    [53, 0.6],
  ],
}

/** Makes the voice tags of the demo's producers. */
export async function makeVoices(place: Place): Promise<Manifest['voices']> {
  const made: Manifest['voices'] = {}
  for (const [handle, notes] of Object.entries(VOICES)) {
    const samples = sing(notes, new Random(`voice ${handle}`))
    await writeWav(join(place.folder, `${handle}.wav`), { sampleRate: SAMPLE_RATE, channels: [samples] })
    const durationMs = Math.round((samples.length / SAMPLE_RATE) * 1_000)
    made[handle] = { path: pathIn(place, `${handle}.wav`), durationMs }
  }
  return made
}

function sing(notes: [midi: number, seconds: number][], random: Random): Samples {
  const whole = new Float32Array(samplesIn(notes.reduce((sum, [, seconds]) => sum + seconds, 0)))
  let at = 0
  for (const [midi, seconds] of notes) {
    const note = playNote('vox', frequencyOf(midi), seconds, random)
    for (let i = 0; i < note.length && at + i < whole.length; i++) whole[at + i]! += note[i]!
    at += samplesIn(seconds)
  }
  return level(whole, 0.8)
}
