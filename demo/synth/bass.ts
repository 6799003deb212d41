import { frequencyOf, level, SAMPLE_RATE, samplesIn, type Samples } from './signal.ts'

/** A note that an 808 slides to. The slide starts at `at` seconds and takes `glide` seconds. */
export type Slide = { at: number; midi: number; glide: number }

/** An 808: a distorted sine that slides from note to note. */
export function slide808(seconds: number, midi: number, slides: Slide[] = [], decay = 1.1): Samples {
  const samples = new Float32Array(samplesIn(seconds))
  const end = samples.length
  let frequency = frequencyOf(midi)
  let target = frequency
  let pull = 1
  let phase = 0
  let next = 0
  for (let i = 0; i < end; i++) {
    const time = i / SAMPLE_RATE
    for (let slide = slides[next]; slide && time >= slide.at; slide = slides[++next]) {
      target = frequencyOf(slide.midi)
      pull = 1 - Math.exp(-3 / (slide.glide * SAMPLE_RATE))
    }
    frequency += (target - frequency) * pull
    phase += (2 * Math.PI * (frequency + frequency * 1.6 * Math.exp(-time * 55))) / SAMPLE_RATE
    const loudness = Math.min(1, time * 400) * Math.exp(-time / decay) * Math.min(1, (end - i) / 500)
    samples[i] = Math.tanh(2.6 * Math.sin(phase) + 0.35 * Math.sin(2 * phase)) * loudness
  }
  return level(samples, 0.85)
}
