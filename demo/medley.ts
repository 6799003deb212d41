import { blockLength, cutBlock, type AudioBlock } from '#server/media/audio.ts'

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

/** Picks `count` items, spread evenly over the list. */
export function spread<Item>(items: Item[], count: number): Item[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!)
}
