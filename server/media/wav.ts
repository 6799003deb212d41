import { open, writeFile, type FileHandle } from 'node:fs/promises'
import { MediaError, type AudioBlock } from './audio.ts'

type SampleFormat = 'int16' | 'int24' | 'int32' | 'float32'
type Header = { sampleRate: number; channels: number; format: SampleFormat; dataStart: number; dataBytes: number }

const INTEGER = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const FORMATS: Record<string, SampleFormat> = {
  [`${INTEGER}/16`]: 'int16',
  [`${INTEGER}/24`]: 'int24',
  [`${INTEGER}/32`]: 'int32',
  [`${FLOAT}/32`]: 'float32',
}
const BYTES: Record<SampleFormat, number> = { int16: 2, int24: 3, int32: 4, float32: 4 }
const MAX_CHANNELS = 8
const MAX_CHUNKS = 1_000 // a file with endless empty chunks would take hours to read
const BLOCK_FRAMES = 65_536

export const isWav = (start: Buffer) =>
  start.length >= 12 && start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WAVE'

/** Streams the sound of a WAV file. Throws a MediaError for any fault of the file. */
export async function* readWav(path: string): AsyncGenerator<AudioBlock> {
  const file = await open(path)
  try {
    const header = await readHeader(file)
    const frameBytes = BYTES[header.format] * header.channels
    const buffer = Buffer.alloc(BLOCK_FRAMES * frameBytes)
    const end = header.dataStart + header.dataBytes
    for (let at = header.dataStart; at + frameBytes <= end;) {
      const frames = Math.floor(Math.min(buffer.length, end - at) / frameBytes)
      await readFully(file, buffer, at, frames * frameBytes)
      yield { sampleRate: header.sampleRate, channels: toChannels(buffer, frames, header) }
      at += frames * frameBytes
    }
  } finally {
    await file.close()
  }
}

async function readFully(file: FileHandle, buffer: Buffer, at: number, bytes: number) {
  for (let done = 0; done < bytes;) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, at + done)
    if (bytesRead === 0) throw new MediaError('This WAV file is cut off: it ends before its sound does.')
    done += bytesRead
  }
}

async function readHeader(file: FileHandle): Promise<Header> {
  const { size } = await file.stat()
  if (size < 12) throw new MediaError('This is not a WAV file.')
  const start = Buffer.alloc(12)
  await readFully(file, start, 0, 12)
  if (!isWav(start)) throw new MediaError('This is not a WAV file.')

  let format: Pick<Header, 'sampleRate' | 'channels' | 'format'> | null = null
  const head = Buffer.alloc(8)
  let at = 12
  for (let chunk = 0; at + 8 <= size && chunk < MAX_CHUNKS; chunk++) {
    await readFully(file, head, at, 8)
    const id = head.toString('latin1', 0, 4)
    const bytes = head.readUInt32LE(4)
    if (id === 'fmt ') format = await readFormat(file, at + 8, bytes)
    if (id === 'data') {
      if (!format) throw new MediaError('This WAV file has its sound before its format.')
      if (bytes === 0) throw new MediaError('There is no sound in this file.')
      if (at + 8 + bytes > size) throw new MediaError('This WAV file is cut off: it ends before its sound does.')
      return { ...format, dataStart: at + 8, dataBytes: bytes }
    }
    at += 8 + bytes + (bytes % 2)
  }
  throw new MediaError('There is no sound in this WAV file.')
}

async function readFormat(file: FileHandle, at: number, bytes: number) {
  if (bytes < 16) throw new MediaError('The header of this WAV file is damaged.')
  const chunk = Buffer.alloc(Math.min(bytes, 40))
  await readFully(file, chunk, at, chunk.length)
  const channels = chunk.readUInt16LE(2)
  const sampleRate = chunk.readUInt32LE(4)
  const bits = chunk.readUInt16LE(14)
  const code = formatCode(chunk)
  const format = FORMATS[`${code}/${bits}`]
  if (!format) throw new MediaError(`WAV files must have 16, 24 or 32 bits; this one is of type ${code} with ${bits}.`)
  if (channels < 1 || channels > MAX_CHANNELS)
    throw new MediaError(`A WAV file with ${channels} channels can't be used.`)
  if (sampleRate < 8_000 || sampleRate > 192_000) throw new MediaError(`${sampleRate} Hz is not a usable sample rate.`)
  return { channels, sampleRate, format }
}

function formatCode(chunk: Buffer) {
  const code = chunk.readUInt16LE(0)
  if (code !== EXTENSIBLE) return code
  if (chunk.length < 40) throw new MediaError('The header of this WAV file is damaged.')
  return chunk.readUInt16LE(24) // the real code is at the start of the sub-format's id
}

function toChannels(buffer: Buffer, frames: number, { channels, format }: Header) {
  const read = SAMPLE_READERS[format]
  const bytes = BYTES[format]
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames)
    const step = bytes * channels
    for (let i = 0, at = channel * bytes; i < frames; i++, at += step) samples[i] = read(buffer, at)
    return samples
  })
}

const SAMPLE_READERS: Record<SampleFormat, (buffer: Buffer, at: number) => number> = {
  int16: (buffer, at) => buffer.readInt16LE(at) / 2 ** 15,
  int24: (buffer, at) => buffer.readIntLE(at, 3) / 2 ** 23,
  int32: (buffer, at) => buffer.readInt32LE(at) / 2 ** 31,
  // a float file may contain any value, and one NaN would spoil all filters after it
  float32: (buffer, at) => {
    const sample = buffer.readFloatLE(at)
    return Number.isFinite(sample) ? sample : 0
  },
}

export function toWav({ sampleRate, channels }: AudioBlock): Buffer {
  const frames = channels[0]?.length ?? 0
  const frameBytes = channels.length * 2
  const buffer = Buffer.alloc(44 + frames * frameBytes)
  buffer.write('RIFF', 0, 'latin1')
  buffer.writeUInt32LE(buffer.length - 8, 4)
  buffer.write('WAVEfmt ', 8, 'latin1')
  buffer.writeUInt32LE(16, 16)
  buffer.writeUInt16LE(INTEGER, 20)
  buffer.writeUInt16LE(channels.length, 22)
  buffer.writeUInt32LE(sampleRate, 24)
  buffer.writeUInt32LE(sampleRate * frameBytes, 28)
  buffer.writeUInt16LE(frameBytes, 32)
  buffer.writeUInt16LE(16, 34)
  buffer.write('data', 36, 'latin1')
  buffer.writeUInt32LE(frames * frameBytes, 40)
  const written = new Int16Array(buffer.buffer, buffer.byteOffset + 44) // ten times faster than the methods of a Buffer
  channels.forEach((samples, channel) => putInt16(written, samples, channel, channels.length))
  return buffer
}

/** Rounds with `floor`: `Math.round` takes five times as long. */
function putInt16(written: Int16Array, samples: Float32Array, from: number, step: number) {
  for (let i = 0, at = from; i < samples.length; i++, at += step) {
    const sample = samples[i]!
    written[at] = Math.floor((sample > 1 ? 1 : sample < -1 ? -1 : sample) * 32_767 + 0.5)
  }
}

/** Writes 16 bits per sample. */
export const writeWav = (path: string, sound: AudioBlock) => writeFile(path, toWav(sound))
