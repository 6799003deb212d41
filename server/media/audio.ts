/** A piece of sound: for each channel an array of samples from -1 to 1, all of the same length. */
export type AudioBlock = { sampleRate: number; channels: Float32Array<ArrayBuffer>[] }

export type AudioBlocks = AsyncIterable<AudioBlock> | Iterable<AudioBlock>

/** The file is at fault, not the server. The message is for the person who sent it. */
export class MediaError extends Error {
  override name = 'MediaError'
}

export const blockLength = (block: AudioBlock) => block.channels[0]?.length ?? 0

export function cutBlock({ sampleRate, channels }: AudioBlock, from: number, to: number): AudioBlock {
  return { sampleRate, channels: channels.map((samples) => samples.slice(from, to)) }
}

export function mixToMono({ channels }: AudioBlock): Float32Array<ArrayBuffer> {
  const [first, ...others] = channels
  if (!first) return new Float32Array(0)
  const mono = first.slice()
  for (const samples of others) for (let i = 0; i < mono.length; i++) mono[i]! += samples[i]!
  if (others.length > 0) for (let i = 0; i < mono.length; i++) mono[i]! /= channels.length
  return mono
}

export function joinSamples(parts: Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Reads all blocks into memory: for tags, samples and tests, not for masters. */
export async function collectBlocks(blocks: AudioBlocks): Promise<AudioBlock> {
  const parts: AudioBlock[] = []
  for await (const block of blocks) parts.push(block)
  const [first] = parts
  if (!first) throw new MediaError('There is no sound in this file.')
  const channels = first.channels.map((_, channel) => joinSamples(parts.map((part) => part.channels[channel]!)))
  return { sampleRate: first.sampleRate, channels }
}
