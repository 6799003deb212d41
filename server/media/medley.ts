import { blockLength, cutBlock, type AudioBlock } from './audio.ts'
import { decode } from './decode.ts'
import { MonoResampler } from './resample.ts'

/** A part of each sound: from where, how long, its fades, and the least length that silence fills up. */
export type Part = { from: number; seconds: number; fade: number; least?: number }

const SAMPLE_RATE = 44_100

/** Parts of several sounds, one after the other. A sound that is shorter than the start of its part gives its beginning. */
export async function* medleyOf(sources: string[], part: Part): AsyncGenerator<AudioBlock> {
  const { seconds, fade, least } = part
  for (const source of sources) yield excerpt(toStereo(await readPart(source, part)), 0, seconds, fade, least)
}

/** Reads no more of a sound than it needs. */
async function readPart(source: string, { from, seconds }: Part): Promise<AudioBlock> {
  const parts: AudioBlock[] = []
  let read = 0
  for await (const block of decode(source)) {
    parts.push(block)
    read += blockLength(block)
    if (read >= (from + seconds) * block.sampleRate) break
  }
  const [first] = parts
  if (!first) return { sampleRate: SAMPLE_RATE, channels: [new Float32Array(0)] }
  const start = read >= (from + seconds) * first.sampleRate ? from * first.sampleRate : 0
  const whole = { ...first, channels: first.channels.map((_, channel) => joined(parts, channel)) }
  return cutBlock(whole, start, start + seconds * first.sampleRate)
}

function joined(parts: AudioBlock[], channel: number) {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + blockLength(part), 0))
  let at = 0
  for (const part of parts) {
    samples.set(part.channels[channel] ?? part.channels[0]!, at)
    at += blockLength(part)
  }
  return samples
}

/** All parts of a medley have one sample rate and two channels. */
function toStereo({ sampleRate, channels }: AudioBlock): AudioBlock {
  const [left, right = left] = channels.map((samples) =>
    sampleRate === SAMPLE_RATE ? samples : new MonoResampler(SAMPLE_RATE).add({ sampleRate, channels: [samples] }),
  )
  return { sampleRate: SAMPLE_RATE, channels: [left!, right!] }
}

/** A part of a sound in stereo. Both ends are faded, so that nothing clicks. Silence fills it up to `least` seconds. */
export function excerpt(sound: AudioBlock, from: number, seconds: number, fade: number, least = 0): AudioBlock {
  const { sampleRate } = sound
  const piece = cutBlock(sound, from * sampleRate, (from + seconds) * sampleRate)
  const length = blockLength(piece)
  const ramp = Math.max(1, Math.min(fade * sampleRate, length / 2))
  const padded = Math.max(length, Math.round(least * sampleRate))
  const channels = [piece.channels[0]!, piece.channels[1] ?? piece.channels[0]!].map((samples) => {
    const copy = new Float32Array(padded)
    for (let i = 0; i < length; i++) copy[i] = samples[i]! * Math.min(1, i / ramp, (length - i) / ramp)
    return copy
  })
  return { sampleRate, channels }
}
