import { joinSamples, type AudioBlock } from './audio.ts'
import { findKeys } from './key.ts'
import { MonoResampler } from './resample.ts'
import type { Suggestion } from './suggestion.ts'
import { findTempi } from './tempo.ts'

/** Suggestions that the seller accepts or corrects, the best first. Empty where none is good enough. */
export type Suggestions = { bpm: Suggestion<number>[]; key: Suggestion<string>[] }

const SAMPLE_RATE = 22_050
const LONGEST_SECONDS = 120 // two minutes are as good as ten

export class Analyser {
  readonly #resampler = new MonoResampler(SAMPLE_RATE)
  readonly #parts: Float32Array<ArrayBuffer>[] = []
  #length = 0

  add(block: AudioBlock) {
    if (this.#length >= LONGEST_SECONDS * SAMPLE_RATE) return
    const part = this.#resampler.add(block)
    this.#parts.push(part)
    this.#length += part.length
  }

  finish(): Suggestions {
    const samples = joinSamples(this.#parts)
    return { bpm: findTempi(samples, SAMPLE_RATE), key: findKeys(samples, SAMPLE_RATE) }
  }
}
