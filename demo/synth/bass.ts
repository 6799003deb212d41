import { drive, filter, frequencyOf, level, mix, SAMPLE_RATE, samplesIn, settle, type Samples } from './signal.ts'

/** A note that an 808 slides to. The slide starts at `at` seconds and takes `glide` seconds. */
export type Slide = { at: number; midi: number; glide: number }

const SMALL_SPEAKERS = 0.25 // 12 dB below the 808 itself

/** An 808: a distorted sine that slides from note to note. Its overtones are what a phone plays of it. */
export function slide808(seconds: number, midi: number, slides: Slide[] = [], decay = 1.1): Samples {
  const samples = new Float32Array(samplesIn(seconds))
  let frequency = frequencyOf(midi)
  let target = frequency
  let pull = 1
  let phase = 0
  let next = 0
  for (let i = 0; i < samples.length; i++) {
    const time = i / SAMPLE_RATE
    for (let slide = slides[next]; slide && time >= slide.at; slide = slides[++next]) {
      target = frequencyOf(slide.midi)
      pull = 1 - Math.exp(-3 / (slide.glide * SAMPLE_RATE))
    }
    frequency += (target - frequency) * pull
    phase += (2 * Math.PI * (frequency + frequency * 1.6 * Math.exp(-time * 55))) / SAMPLE_RATE
    const loudness = Math.min(1, time * 400) * Math.exp(-time / decay)
    samples[i] = Math.tanh(2.6 * Math.sin(phase) + 0.35 * Math.sin(2 * phase)) * loudness
  }
  const overtones = filter(filter(drive(samples.slice(), 6), 'highpass', 150), 'lowpass', 1_200)
  return level(settle(mix([samples, 1], [overtones, SMALL_SPEAKERS]), 0.012), 0.85)
}
