import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createEncoder } from 'wasm-media-encoders'
import { blockLength, MediaError, type AudioBlocks } from './audio.ts'
import { id3, type SoundNames } from './id3.ts'
import { FrameCounter, infoFrame, infoLength } from './info-frame.ts'

export type Bitrate = 128 | 192 | 256 | 320

/** The encoder is compiled once, not for each of a kit's many short previews. */
let lame: Promise<WebAssembly.Module> | null = null
const compileLame = async () =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('wasm-media-encoders/wasm/mp3'))))

/**
 * Writes an MP3 with a constant bit rate, the names that players show, and its exact length, so that it begins and ends
 * where the sound does. Of more than two channels only the first two are used.
 */
export async function encodeMp3(blocks: AudioBlocks, path: string, bitrate: Bitrate, names?: SoundNames) {
  const encoder = await createEncoder('audio/mpeg', await (lame ??= compileLame()))
  const file = await open(path, 'w')
  const tag = names ? id3(names) : Buffer.alloc(0)
  const counter = new FrameCounter()
  let channels: 0 | 1 | 2 = 0
  let seconds = 0
  /** The encoder’s next call reuses these bytes, so each write must end first. */
  const write = async (bytes: Uint8Array) => {
    const from = counter.bytes
    counter.add(bytes)
    if (counter.first !== null) await file.write(bytes, 0, bytes.length, tag.length + infoLength(counter.first) + from)
  }
  try {
    for await (const block of blocks) {
      if (channels === 0) {
        channels = block.channels.length === 1 ? 1 : 2
        encoder.configure({ sampleRate: block.sampleRate, channels, bitrate })
      }
      seconds += blockLength(block) / block.sampleRate
      await write(encoder.encode(block.channels.slice(0, channels)))
    }
    if (channels === 0) throw new MediaError('There is no sound in this file.')
    await write(encoder.finalize())
    if (counter.first === null) throw new MediaError('There is no sound in this file.')
    await file.write(Buffer.concat([tag, infoFrame(counter.first, counter, seconds)]), 0, null, 0)
  } finally {
    await file.close()
  }
}
