import { joinSamples, type AudioBlock } from './audio.ts'
import { findKey } from './key.ts'
import { MonoResampler } from './resample.ts'
import { findTempo } from './tempo.ts'

/** What a seller is offered to accept or correct; null where there is nothing worth offering. */
export type Suggestions = { bpm: number | null; key: string | null }

const SAMPLE_RATE = 22_050
const LONGEST_SECONDS = 120 // two minutes tell as much as ten
const LEAST_CONFIDENCE = 0.05

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
    const { bpm, confidence } = findTempo(samples, SAMPLE_RATE)
    return {
      bpm: confidence >= LEAST_CONFIDENCE ? bpm : null,
      key: findKey(samples, SAMPLE_RATE)?.name ?? null,
    }
  }
}
