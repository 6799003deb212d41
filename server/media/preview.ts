import { blockLength, collectBlocks, cutBlock, type AudioBlock, type AudioBlocks } from './audio.ts'
import { decode } from './decode.ts'
import { encodeMp3 } from './encode.ts'
import { MonoResampler } from './resample.ts'
import { makeStinger } from './stinger.ts'

export type PreviewOptions = {
  /** a sound file of the producer's; the default is the shop's tag */
  tag?: string
  /** false: no tag at all */
  hasTag?: boolean
  maxSeconds?: number
}

const MAX_SECONDS = 90
const FIRST_TAG_SECONDS = 2
const TAG_EVERY_SECONDS = 12
const DUCKED = 0.4 // about 8 dB quieter during the tag
const ATTACK_SECONDS = 0.015
const RELEASE_SECONDS = 0.18
const FADE_SECONDS = 1.5

/** Makes the public preview: short, small, and with a tag that protects against theft. */
export async function makePreview(source: AudioBlocks, target: string, options: PreviewOptions = {}) {
  const short = shortened(source, options.maxSeconds ?? MAX_SECONDS)
  await encodeMp3(options.hasTag === false ? short : tagged(short, await tagMaker(options.tag)), target, 128)
}

/** Makes the tag at the sample rate of the sound, which the first block tells. */
async function tagMaker(path: string | undefined) {
  if (path === undefined) return makeStinger
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

async function* tagged(source: AudioBlocks, tagFor: (sampleRate: number) => Float32Array): AsyncGenerator<AudioBlock> {
  let layer: TagLayer | null = null
  for await (const block of source) {
    layer ??= new TagLayer(tagFor(block.sampleRate), block.sampleRate)
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

  constructor(tag: Float32Array, sampleRate: number) {
    this.#period = Math.round(TAG_EVERY_SECONDS * sampleRate)
    this.#tag = tag.subarray(0, this.#period) // a long tag must not overlap the next
    this.#first = Math.round(FIRST_TAG_SECONDS * sampleRate)
    this.#attack = 1 - Math.exp(-1 / (ATTACK_SECONDS * sampleRate))
    this.#release = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate))
  }

  layOver({ channels }: AudioBlock) {
    const length = channels[0]?.length ?? 0
    for (let i = 0; i < length; i++, this.#position++) {
      const inTag = this.#position < this.#first ? Infinity : (this.#position - this.#first) % this.#period
      const isSpeaking = inTag < this.#tag.length
      this.#gain += isSpeaking ? (DUCKED - this.#gain) * this.#attack : (1 - this.#gain) * this.#release
      const voice = isSpeaking ? this.#tag[inTag]! : 0
      for (const samples of channels) samples[i] = Math.max(-1, Math.min(1, samples[i]! * this.#gain + voice))
    }
  }
}
