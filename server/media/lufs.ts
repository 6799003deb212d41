import type { AudioBlock } from './audio.ts'
import { Biquad } from './biquad.ts'

const STEPS_A_SECOND = 10
/** A gate looks at 0.4 s, every 0.1 s. */
const STEPS_IN_GATE = 4
const ABSOLUTE_GATE = -70
const RELATIVE_GATE = -10

const loudnessOf = (power: number) => -0.691 + 10 * Math.log10(power)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The loudness of a whole sound as people hear it (ITU-R BS.1770): quiet parts don't count. */
export class LufsMeter {
  #filters: Biquad[][] = []
  readonly #powers: number[] = [] // of each step
  #power = 0
  #count = 0

  add({ sampleRate, channels }: AudioBlock) {
    this.#filters = channels.map((_, channel) => this.#filters[channel] ?? earOf(sampleRate))
    const heard = channels.map((samples, channel) =>
      this.#filters[channel]!.reduce((sound, filter) => filter.run(sound), samples.slice()),
    )
    const step = Math.round(sampleRate / STEPS_A_SECOND)
    const length = heard[0]?.length ?? 0
    for (let from = 0; from < length;) {
      const to = Math.min(length, from + step - this.#count)
      for (const samples of heard) this.#power += powerOf(samples, from, to)
      this.#count += to - from
      from = to
      if (this.#count < step) continue
      this.#powers.push(this.#power / step)
      this.#power = 0
      this.#count = 0
    }
  }

  /** Null for a sound that is too short or too quiet to be measured. */
  finish(): number | null {
    const gates = this.#powers
      .slice(STEPS_IN_GATE - 1)
      .map((_, index) => mean(this.#powers.slice(index, index + STEPS_IN_GATE)))
    const audible = gates.filter((power) => loudnessOf(power) > ABSOLUTE_GATE)
    if (audible.length === 0) return null
    const least = loudnessOf(mean(audible)) + RELATIVE_GATE
    return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > least)))
  }
}

function powerOf(samples: Float32Array, from: number, to: number) {
  let power = 0
  for (let i = from; i < to; i++) power += samples[i]! * samples[i]!
  return power
}

/** How an ear weighs low and high tones. */
const earOf = (sampleRate: number) => [
  new Biquad('head', 1681.97, sampleRate),
  new Biquad('highpass', 38.135, sampleRate, 0.5003),
]
