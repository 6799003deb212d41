import { mixToMono, type AudioBlock } from './audio.ts'
import { Biquad } from './biquad.ts'

/** Mono sound at another rate by linear interpolation. Good enough for analysis and voice tags. */
export class MonoResampler {
  readonly #target: number
  #filters: Biquad[] | null = null
  #last = 0
  #position = 0 // of the next output, in input samples from the end of the last block

  constructor(target: number) {
    this.#target = target
  }

  add(block: AudioBlock): Float32Array<ArrayBuffer> {
    const mono = mixToMono(block)
    this.#filters ??= this.#makeFilters(block.sampleRate)
    for (const filter of this.#filters) filter.run(mono)
    const step = block.sampleRate / this.#target
    const out = new Float32Array(Math.max(0, Math.ceil((mono.length - this.#position) / step)))
    let position = this.#position
    for (let i = 0; i < out.length; i++, position += step) {
      const whole = Math.floor(position)
      const before = whole === 0 ? this.#last : mono[whole - 1]!
      out[i] = before + (mono[whole]! - before) * (position - whole)
    }
    this.#position = position - mono.length
    this.#last = mono.at(-1) ?? this.#last
    return out
  }

  /** Frequencies above the new rate's limit must be removed, or they become false tones. */
  #makeFilters(sampleRate: number) {
    if (sampleRate <= this.#target) return []
    return [1, 2].map(() => new Biquad('lowpass', this.#target * 0.4, sampleRate))
  }
}
