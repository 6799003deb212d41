import { blockLength, type AudioBlocks } from './audio.ts'
import { LoudnessMeter } from './loudness.ts'

const SILENT = 0.001 // -60 dB

/** Decodes a sound to its end: the quickest proof that it can be played. */
export async function checkSound(blocks: AudioBlocks) {
  const meter = new LoudnessMeter()
  let silentEnd = 0
  for await (const block of blocks) {
    meter.add(block)
    const last = Math.max(...block.channels.map((samples) => samples.findLastIndex((at) => Math.abs(at) >= SILENT)))
    silentEnd = (last === -1 ? silentEnd : 0) + (blockLength(block) - 1 - last) / block.sampleRate
  }
  const { seconds, isSilent } = meter.finish()
  return { seconds, isSilent, silentEnd }
}
