import { blockLength, type AudioBlock } from './audio.ts'

export type Loudness = { seconds: number; peakDb: number; rmsDb: number; isSilent: boolean }

const SILENT_PEAK_DB = -45
const SILENT_RMS_DB = -60

const toDb = (amplitude: number) => 20 * Math.log10(Math.max(amplitude, 1e-6))

export class LoudnessMeter {
  #peak = 0
  #power = 0
  #values = 0
  #seconds = 0

  add(block: AudioBlock) {
    for (const samples of block.channels) {
      for (const sample of samples) {
        this.#power += sample * sample
        if (Math.abs(sample) > this.#peak) this.#peak = Math.abs(sample)
      }
      this.#values += samples.length
    }
    this.#seconds += blockLength(block) / block.sampleRate
  }

  finish(): Loudness {
    const peakDb = toDb(this.#peak)
    const rmsDb = toDb(Math.sqrt(this.#power / Math.max(1, this.#values)))
    return {
      seconds: this.#seconds,
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
