import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { MPEGDecoder } from 'mpg123-decoder'
import { MediaError, type AudioBlock } from './audio.ts'
import { statedSamples } from './mp3-header.ts'
import { soundType } from './sound-type.ts'
import { readWav } from './wav.ts'

const READ_BYTES = 64 * 1024

/** The sound of a WAV or MP3 file. The content decides, not the name. */
export async function* decode(path: string): AsyncGenerator<AudioBlock> {
  const start = await readStart(path, READ_BYTES)
  const type = soundType(start)
  if (type === 'wav') yield* readWav(path)
  else if (type === 'mp3') yield* readMp3(path, statedSamples(start))
  else throw new MediaError('This is neither a WAV nor an MP3 file.')
}

async function readStart(path: string, bytes: number) {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(buffer, 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* readMp3(path: string, stated: number | null): AsyncGenerator<AudioBlock> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  let samples = 0
  let sampleRate = 0
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
      const { errors, samplesDecoded, channelData, ...block } = decoder.decode(bytes)
      // The decoder accepts anything, so a file with errors is refused: bytes of a program are no sound.
      if (errors.length > 0) throw new MediaError('This MP3 file is damaged.')
      if (samplesDecoded === 0) continue
      if (sampleRate !== 0 && block.sampleRate !== sampleRate)
        throw new MediaError('This MP3 file changes its sample rate.')
      sampleRate = block.sampleRate
      samples += samplesDecoded
      yield { sampleRate, channels: channelData.map((channel) => new Float32Array(channel)) }
    }
  } finally {
    decoder.free()
  }
  if (samples === 0) throw new MediaError('There is no sound in this MP3 file.')
  if (stated !== null && Math.abs(samples - stated) > Math.max(stated * 0.02, 5_000)) {
    throw new MediaError('This MP3 file is cut off: it is shorter than it says.')
  }
}
