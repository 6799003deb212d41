import { blockLength, type AudioBlock } from './audio.ts'

export type Loudness = {
  seconds: number
  sampleRate: number
  peakDb: number
  rmsDb: number
  isSilent: boolean
  /** Places where the sound is louder than a file can say. */
  clips: number
}

const SILENT_PEAK_DB = -45
const SILENT_RMS_DB = -60
const CLIPPED = 0.9995
const CLIP_SAMPLES = 3 // in a row: a single one may be a peak that just fits

const toDb = (amplitude: number) => 20 * Math.log10(Math.max(amplitude, 1e-6))

export class LoudnessMeter {
  #peak = 0
  #power = 0
  #values = 0
  #seconds = 0
  #sampleRate = 0
  #clips = 0
  #loudInARow: number[] = []

  add(block: AudioBlock) {
    this.#sampleRate = block.sampleRate
    // variables, because fields would be ten times slower in the loop
    let peak = this.#peak
    let power = this.#power
    let clips = this.#clips
    for (const [channel, samples] of block.channels.entries()) {
      let inARow = this.#loudInARow[channel] ?? 0
      for (let i = 0; i < samples.length; i++) {
        const size = Math.abs(samples[i]!)
        power += size * size
        if (size > peak) peak = size
        inARow = size >= CLIPPED ? inARow + 1 : 0
        if (inARow === CLIP_SAMPLES) clips++
      }
      this.#loudInARow[channel] = inARow
      this.#values += samples.length
    }
    this.#peak = peak
    this.#power = power
    this.#clips = clips
    this.#seconds += blockLength(block) / block.sampleRate
  }

  get seconds() {
    return this.#seconds
  }

  finish(): Loudness {
    const peakDb = toDb(this.#peak)
    const rmsDb = toDb(Math.sqrt(this.#power / Math.max(1, this.#values)))
    return {
      seconds: this.#seconds,
      sampleRate: this.#sampleRate,
      clips: this.#clips,
      peakDb,
      rmsDb,
      isSilent: peakDb < SILENT_PEAK_DB || rmsDb < SILENT_RMS_DB,
    }
  }
}

export function measure(...blocks: AudioBlock[]): Loudness {
  const meter = new LoudnessMeter()
  for (const block of blocks) meter.add(block)
  return meter.finish()
}
