import { blockLength, collectBlocks, cutBlock, type AudioBlock, type AudioBlocks } from './audio.ts'
import { decode } from './decode.ts'
import { encodeMp3 } from './encode.ts'
import type { SoundNames } from './id3.ts'
import { MonoResampler } from './resample.ts'
import { stingerAt } from './stinger.ts'

export type PreviewOptions = {
  /** a sound file of the producer's; the default is the shop's tag */
  tag?: string
  /** false: no tag at all */
  hasTag?: boolean
  maxSeconds?: number
  /** In a short sound the tag speaks at once, and silence fills the sound up until it has spoken. */
  isShort?: boolean
  /** of a sound whose first bar begins at once: its tag then speaks on the downbeat of every sixteenth bar */
  bpm?: number
  /** less than 1 for a sound that is as loud as it can be: the encoder draws peaks above those of the sound */
  gain?: number
  names?: SoundNames
}

const MAX_SECONDS = 90
const FIRST_TAG_SECONDS = 2
const TAG_EVERY_SECONDS = 12
const FIRST_TAG_BAR = 1
const TAG_EVERY_BARS = 16
const DUCKED = 0.63 // about 4 dB quieter during the tag
const SHORT_MAX_SECONDS = 8
const SHORT_LEAST_SECONDS = 1.8
const ATTACK_SECONDS = 0.015
const RELEASE_SECONDS = 0.18
const FADE_SECONDS = 1.5

/** Makes the public preview: short, small, and with a tag that protects against theft. */
export async function makePreview(source: AudioBlocks, target: string, options: PreviewOptions = {}) {
  const { tag, hasTag = true, isShort = false, gain = 1, names } = options
  const short = shortened(source, options.maxSeconds ?? (isShort ? SHORT_MAX_SECONDS : MAX_SECONDS))
  if (!hasTag) return encodeMp3(quieter(short, gain), target, 128, names)
  const sound = isShort ? filledUp(short, SHORT_LEAST_SECONDS) : short
  const times = isShort ? { first: 0, every: TAG_EVERY_SECONDS } : tagTimes(options.bpm)
  return encodeMp3(quieter(tagged(sound, await tagMaker(tag), times), gain), target, 128, names)
}

type TagTimes = { first: number; every: number }

function tagTimes(bpm: number | undefined): TagTimes {
  if (bpm === undefined) return { first: FIRST_TAG_SECONDS, every: TAG_EVERY_SECONDS }
  const bar = (4 * 60) / bpm
  return { first: FIRST_TAG_BAR * bar, every: TAG_EVERY_BARS * bar }
}

async function* quieter(source: AudioBlocks, gain: number): AsyncGenerator<AudioBlock> {
  for await (const block of source) {
    for (const samples of block.channels) for (let i = 0; i < samples.length; i++) samples[i]! *= gain
    yield block
  }
}

async function* filledUp(source: AudioBlocks, leastSeconds: number): AsyncGenerator<AudioBlock> {
  let done = 0
  let last: AudioBlock | null = null
  for await (const block of source) {
    done += blockLength(block)
    last = block
    yield block
  }
  if (!last) return
  const missing = Math.round(leastSeconds * last.sampleRate) - done
  if (missing > 0) yield { ...last, channels: last.channels.map(() => new Float32Array(missing)) }
}

/** Makes the tag at the sample rate of the sound, which the first block tells. */
async function tagMaker(path: string | undefined) {
  if (path === undefined) return stingerAt
  const sound = await collectBlocks(decode(path))
  return (sampleRate: number) => new MonoResampler(sampleRate).add(sound)
}

async function* shortened(source: AudioBlocks, maxSeconds: number): AsyncGenerator<AudioBlock> {
  let done = 0
  for await (const block of source) {
    const end = Math.round(maxSeconds * block.sampleRate)
    const kept = cutBlock(block, 0, Math.max(0, end - done))
    const fade = FADE_SECONDS * block.sampleRate
    for (const samples of kept.channels) {
      for (let i = Math.max(0, Math.ceil(end - fade - done)); i < samples.length; i++) {
        samples[i]! *= (end - done - i) / fade
      }
    }
    done += blockLength(kept)
    yield kept
    if (done >= end) return
  }
}

async function* tagged(
  source: AudioBlocks,
  tagFor: (sampleRate: number) => Float32Array,
  times: TagTimes,
): AsyncGenerator<AudioBlock> {
  let layer: TagLayer | null = null
  for await (const block of source) {
    layer ??= new TagLayer(tagFor(block.sampleRate), block.sampleRate, times)
    layer.layOver(block)
    yield block
  }
}

class TagLayer {
  readonly #tag: Float32Array
  readonly #first: number
  readonly #period: number
  readonly #attack: number
  readonly #release: number
  #position = 0
  #gain = 1

  constructor(tag: Float32Array, sampleRate: number, { first, every }: TagTimes) {
    this.#period = Math.round(every * sampleRate)
    this.#tag = tag.subarray(0, this.#period) // a long tag must not overlap the next
    this.#first = Math.round(first * sampleRate)
    this.#attack = 1 - Math.exp(-1 / (ATTACK_SECONDS * sampleRate))
    this.#release = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate))
  }

  layOver({ channels }: AudioBlock) {
    const length = channels[0]?.length ?? 0
    let gain = this.#gain // a variable, because a field would be slower in the loop
    for (let i = 0; i < length; i++, this.#position++) {
      const inTag = this.#position < this.#first ? Infinity : (this.#position - this.#first) % this.#period
      const isSpeaking = inTag < this.#tag.length
      gain += isSpeaking ? (DUCKED - gain) * this.#attack : (1 - gain) * this.#release
      const voice = isSpeaking ? this.#tag[inTag]! : 0
      for (const samples of channels) samples[i] = Math.max(-1, Math.min(1, samples[i]! * gain + voice))
    }
    this.#gain = gain
  }
}
