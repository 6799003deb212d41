// The first frame of an MP3 tells players how many frames follow and which samples at both ends are none of the sound.
import { readHeader } from './mp3-header.ts'

const ENCODER = 'LAME3.100' // within wasm-media-encoders
const ENCODER_DELAY = 576 // samples that LAME puts before the sound
const LONGEST_PADDING = 4_095 // twelve bits
const CONSTANT_BIT_RATE = 1
const HAS_ALL = 0b1111 // frames, bytes, places to seek to, quality

/** Counts the frames of a stream whose pieces may end anywhere. */
export class FrameCounter {
  /** The first four bytes of the first frame. */
  first: number | null = null
  frames = 0
  bytes = 0
  #next = 0
  #rest = Buffer.alloc(0)

  add(piece: Uint8Array) {
    const stream = Buffer.concat([this.#rest, piece])
    const start = this.bytes - this.#rest.length
    this.bytes += piece.length
    while (this.#next + 4 <= this.bytes) {
      const header = stream.readUInt32BE(this.#next - start)
      this.first ??= header
      this.frames++
      this.#next += readHeader(header).bytes
    }
    this.#rest = Buffer.from(stream.subarray(Math.max(0, this.#next - start)))
  }
}

/** The length of the frame that `infoFrame` makes. */
export const infoLength = (first: number) => readHeader(first & ~PADDING_BIT).bytes

/** `seconds`: of the sound before it was encoded. */
export function infoFrame(first: number, { frames, bytes }: FrameCounter, seconds: number) {
  const header = first & ~PADDING_BIT
  const { bytes: length, sideInfo, samples, sampleRate, bitrate } = readHeader(header)
  const frame = Buffer.alloc(length)
  frame.writeUInt32BE(header >>> 0)
  let at = 4 + sideInfo
  at += frame.write('Info', at, 'latin1')
  for (const number of [HAS_ALL, frames, bytes + length]) at = frame.writeUInt32BE(number, at)
  for (let place = 0; place < 100; place++) at = frame.writeUInt8(Math.floor((place * 256) / 100), at)
  at = frame.writeUInt32BE(0, at) // quality: not measured
  at += frame.write(ENCODER, at, 'latin1')
  at = frame.writeUInt8(CONSTANT_BIT_RATE, at)
  at += 10 // the filter, the peak, two gains for playback and the encoder’s settings are not told
  at = frame.writeUInt8(Math.min(bitrate, 255), at)
  const unused = frames * samples - ENCODER_DELAY - Math.round(seconds * sampleRate)
  const padding = Math.min(LONGEST_PADDING, Math.max(0, unused))
  at = frame.writeUIntBE((ENCODER_DELAY << 12) | padding, at, 3)
  at += 4 // the setting of the sound card, the gain of the whole file, the preset: none
  at = frame.writeUInt32BE(bytes + length, at)
  at += 2 // no sum of the sound itself: hashes of whole files are kept elsewhere
  frame.writeUInt16BE(crc16(frame.subarray(0, at)), at)
  return frame
}

const PADDING_BIT = 0x200

/** CRC-16/ARC */
function crc16(bytes: Uint8Array) {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xa001 : sum >>> 1
  }
  return sum
}
