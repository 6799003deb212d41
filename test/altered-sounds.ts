import { join } from 'node:path'
import { renderBeat } from '#demo/synth/mix.ts'
import { collectBlocks, cutBlock, blockLength, type AudioBlock } from '#server/media/audio.ts'
import { decode } from '#server/media/decode.ts'
import { encodeMp3, type Bitrate } from '#server/media/encode.ts'

/** Beats in one style, tempo and key, which differ by their seeds. */
export const drillBeat = (seed: string, bars = 8) => renderBeat({ seed, line: 'uk', bpm: 140, key: 'F#m', bars }).master

/** How a sound is heard after it went through an encoder. */
export async function throughMp3(sound: AudioBlock, bitrate: Bitrate, folder: string): Promise<AudioBlock> {
  const path = join(folder, 'altered.mp3')
  await encodeMp3([sound], path, bitrate)
  return collectBlocks(decode(path))
}

/** Makes the sound louder, and clips its peaks. */
export const louder = (sound: AudioBlock, db: number) =>
  eachChannel(sound, (samples) => samples.map((sample) => Math.max(-1, Math.min(1, sample * 10 ** (db / 20)))))

export const cutEnds = (sound: AudioBlock, from: number, to: number) =>
  cutBlock(sound, Math.round(from * sound.sampleRate), Math.round(to * sound.sampleRate))

/** Faster and higher, as on a turntable. */
export const faster = (sound: AudioBlock, ratio: number) =>
  eachChannel(sound, (samples) =>
    Float32Array.from({ length: Math.floor((samples.length - 1) / ratio) }, (_, index) => {
      const at = index * ratio
      const whole = Math.floor(at)
      return samples[whole]! + (samples[whole + 1]! - samples[whole]!) * (at - whole)
    }),
  )

/** Higher in the same tempo. */
export const higher = (sound: AudioBlock, ratio: number) => stretch(faster(sound, ratio), ratio)

const GRAIN = 4_096
const STEP = GRAIN / 2
const SEARCH = 512

/** Longer at the same pitch: grains are laid over each other where they fit best. */
function stretch(sound: AudioBlock, ratio: number) {
  const length = Math.floor(blockLength(sound) * ratio)
  const guide = sound.channels[0]!
  const out = sound.channels.map(() => new Float32Array(length + GRAIN))
  let expected = 0 // where the last grain would go on
  for (let at = 0; at < length; at += STEP) {
    const start = at === 0 ? 0 : bestStart(guide, Math.round(at / ratio), expected)
    for (const [channel, samples] of sound.channels.entries())
      for (let i = 0; i < GRAIN; i++)
        out[channel]![at + i]! += (samples[start + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / GRAIN))
    expected = start + STEP
  }
  return { ...sound, channels: out.map((samples) => samples.slice(0, length)) }
}

function bestStart(samples: Float32Array, near: number, expected: number) {
  let [best, most] = [near, -Infinity]
  for (let start = Math.max(0, near - SEARCH); start <= near + SEARCH; start += 8) {
    let likeness = 0
    for (let i = 0; i < STEP; i += 16) likeness += (samples[start + i] ?? 0) * (samples[expected + i] ?? 0)
    if (likeness > most) [best, most] = [start, likeness]
  }
  return best
}

const eachChannel = (
  { sampleRate, channels }: AudioBlock,
  change: (samples: Float32Array<ArrayBuffer>) => Float32Array<ArrayBuffer>,
) => ({ sampleRate, channels: channels.map(change) })
