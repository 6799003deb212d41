import { open } from 'node:fs/promises'
import { createMp3Encoder } from 'wasm-media-encoders'
import { MediaError, type AudioBlocks } from './audio.ts'

export type Bitrate = 128 | 192 | 256 | 320

/** Writes an MP3 with a constant bit rate. Of more than two channels only the first two are used. */
export async function encodeMp3(blocks: AudioBlocks, path: string, bitrate: Bitrate) {
  const encoder = await createMp3Encoder()
  const file = await open(path, 'w')
  let channels: 0 | 1 | 2 = 0
  try {
    for await (const block of blocks) {
      if (channels === 0) {
        channels = block.channels.length === 1 ? 1 : 2
        encoder.configure({ sampleRate: block.sampleRate, channels, bitrate })
      }
      // The next call reuses these bytes, so each write must end first.
      await file.writeFile(encoder.encode(block.channels.slice(0, channels)))
    }
    if (channels === 0) throw new MediaError('There is no sound in this file.')
    await file.writeFile(encoder.finalize())
  } finally {
    await file.close()
  }
}
