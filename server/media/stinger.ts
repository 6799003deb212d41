import { Biquad } from './biquad.ts'

const SECONDS = 1.15
/** Three rising notes of a major chord. Drill melodies never play them, so the tag stays audible. */
const NOTES = [
  { at: 0, frequency: 880 },
  { at: 0.14, frequency: 1_108.7 },
  { at: 0.28, frequency: 1_318.5 },
]

/** The shop's own tag for previews of producers without one: a whoosh and a chime. */
export function makeStinger(sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = whoosh(sampleRate)
  for (const { at, frequency } of NOTES) {
    for (let i = Math.round(at * sampleRate); i < samples.length; i++) {
      const t = i / sampleRate - at
      const shimmer = Math.sin(2 * Math.PI * frequency * 2.76 * t) * Math.exp(-t * 9) * 0.35
      samples[i]! += 0.34 * Math.sin(2 * Math.PI * frequency * t + shimmer) * Math.exp(-t * 4.5) * Math.min(1, t * 400)
    }
  }
  const fade = Math.round(sampleRate * 0.05)
  for (let i = 0; i < fade; i++) samples[samples.length - 1 - i]! *= i / fade
  return samples
}

function whoosh(sampleRate: number) {
  const samples = new Float32Array(Math.round(SECONDS * sampleRate))
  let state = 140
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const t = i / sampleRate
    samples[i] = (state / 2 ** 31 - 1) * 0.5 * Math.sin(Math.PI * Math.min(1, t / 0.4)) ** 2
  }
  return new Biquad('bandpass', 3_200, sampleRate, 1.2).run(samples)
}
