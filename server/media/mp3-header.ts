/** The number of samples that an MP3 states; null if it states none. */
export function statedSamples(start: Buffer): number | null {
  const at = skipId3(start)
  if (at + 4 > start.length) return null
  const header = start.readUInt32BE(at)
  if (header >>> 21 !== 0x7ff) return null
  const { sideInfo, samples } = readHeader(header)
  const tag = at + 4 + sideInfo
  if (tag + 12 > start.length) return null
  const name = start.toString('latin1', tag, tag + 4)
  const countsFrames = (name === 'Xing' || name === 'Info') && (start.readUInt32BE(tag + 4) & 1) === 1
  return countsFrames ? start.readUInt32BE(tag + 8) * samples : null
}

const KBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** The four bytes before each frame of layer III. */
export function readHeader(header: number) {
  const version = (header >>> 19) & 3 // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5
  const isVersion1 = version === 3
  const isMono = ((header >>> 6) & 3) === 3
  const sideInfo = isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const samples = isVersion1 ? 1_152 : 576
  const bitrate = (isVersion1 ? KBITS_1 : KBITS_2)[(header >>> 12) & 15] ?? 0
  const sampleRate = (SAMPLE_RATES[(header >>> 10) & 3] ?? 44_100) / (isVersion1 ? 1 : version === 2 ? 2 : 4)
  const bytes = Math.floor(((samples / 8) * bitrate * 1_000) / sampleRate) + ((header >>> 9) & 1)
  return { sideInfo, samples, bitrate, sampleRate, bytes }
}

export function isMp3(start: Buffer) {
  if (start.toString('latin1', 0, 3) === 'ID3') return true
  return start.length >= 2 && start[0] === 0xff && (start[1]! & 0xe6) === 0xe2 // frame sync, layer III
}

/** The size of a tag is stored as four bytes of seven bits. */
function skipId3(start: Buffer) {
  if (start.length < 10 || start.toString('latin1', 0, 3) !== 'ID3') return 0
  const bits = (index: number) => start[index]! & 0x7f
  return 10 + ((bits(6) << 21) | (bits(7) << 14) | (bits(8) << 7) | bits(9))
}
