import { Biquad } from './biquad.ts'

const SECONDS = 0.9
const PEAK = 0.5

/** The mouth at some moments of the word 'Slide': three resonances in hertz, the voice's loudness, and its breath's. */
const MOUTH = [
  { at: 0, formants: [360, 1_300, 2_700], voice: 0, hiss: 0 },
  { at: 0.04, formants: [360, 1_300, 2_700], voice: 0, hiss: 1 },
  { at: 0.15, formants: [360, 1_100, 2_700], voice: 0, hiss: 0.8 },
  { at: 0.19, formants: [360, 1_100, 2_700], voice: 0.5, hiss: 0 },
  { at: 0.26, formants: [400, 1_100, 2_600], voice: 0.7, hiss: 0 },
  { at: 0.36, formants: [780, 1_250, 2_550], voice: 1, hiss: 0 },
  { at: 0.46, formants: [760, 1_350, 2_550], voice: 1, hiss: 0 },
  { at: 0.62, formants: [330, 2_150, 2_850], voice: 0.8, hiss: 0 },
  { at: 0.7, formants: [270, 1_900, 2_700], voice: 0.3, hiss: 0 },
  { at: 0.74, formants: [250, 1_800, 2_700], voice: 0, hiss: 0 },
  { at: 0.76, formants: [250, 1_800, 2_700], voice: 0, hiss: 0.5 },
  { at: 0.8, formants: [250, 1_800, 2_700], voice: 0, hiss: 0 },
  { at: SECONDS, formants: [250, 1_800, 2_700], voice: 0, hiss: 0 },
] as const
const LOUDNESS = [1, 0.7, 0.35] // of the resonances
const WIDTHS = [80, 100, 140] // in hertz
const [FIRST_PITCH, LAST_PITCH] = [150, 105]

const spoken = new Map<number, Float32Array<ArrayBuffer>>()

/** The shop's own tag for previews of producers without one: a voice that says its name. It is made once for each sample rate. */
export function stingerAt(sampleRate: number) {
  const known = spoken.get(sampleRate) ?? makeStinger(sampleRate)
  spoken.set(sampleRate, known)
  return known
}

function makeStinger(sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(SECONDS * sampleRate))
  const hiss = new Biquad('highpass', 4_200, sampleRate).run(noise(samples.length))
  const resonators = LOUDNESS.map(() => ({ last: 0, before: 0 }))
  let phase = 0
  let place = 0
  for (let i = 0; i < samples.length; i++) {
    const t = i / sampleRate
    while (t >= MOUTH[place + 1]!.at && place + 2 < MOUTH.length) place++
    const [from, to] = [MOUTH[place]!, MOUTH[place + 1]!]
    const part = (t - from.at) / (to.at - from.at)
    const between = (a: number, b: number) => a + (b - a) * part
    phase += between(pitchAt(from.at), pitchAt(to.at)) / sampleRate
    const buzz = (2 * (phase % 1) - 1) * between(from.voice, to.voice)
    let sound = hiss[i]! * 0.35 * between(from.hiss, to.hiss)
    resonators.forEach((resonator, index) => {
      const turn = (2 * Math.PI * between(from.formants[index]!, to.formants[index]!)) / sampleRate
      const loss = Math.exp((-Math.PI * WIDTHS[index]!) / sampleRate)
      const next = (1 - loss) * buzz + 2 * loss * Math.cos(turn) * resonator.last - loss * loss * resonator.before
      resonator.before = resonator.last
      resonator.last = next
      sound += next * LOUDNESS[index]!
    })
    samples[i] = sound
  }
  const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
  return samples.map((sample) => (sample * PEAK) / loudest)
}

const pitchAt = (t: number) => FIRST_PITCH + ((LAST_PITCH - FIRST_PITCH) * t) / SECONDS

/** The same noise each time. */
function noise(length: number) {
  let state = 140
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
}
