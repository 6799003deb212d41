// ID3v2.3: the names that players show. Version 2.4 is younger but read by fewer programs.

export type SoundNames = {
  title: string
  artist: string
  bpm?: number | null
  key?: string | null
  /** a JPEG */
  picture?: Uint8Array | null
}

const HEADER = 10
const FRONT_COVER = 3
const UTF16 = 1

export function id3({ title, artist, bpm, key, picture }: SoundNames) {
  const frames = [text('TIT2', title), text('TPE1', artist)]
  if (bpm) frames.push(text('TBPM', String(bpm)))
  if (key) frames.push(text('TKEY', key))
  if (picture) frames.push(cover(picture))
  const body = Buffer.concat(frames)
  const header = Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1')
  // four bytes of seven bits, so that no part of the size looks like the start of a sound
  for (let index = 0; index < 4; index++) header[6 + index] = (body.length >>> (7 * (3 - index))) & 0x7f
  return Buffer.concat([header, body])
}

const text = (id: string, value: string) =>
  frame(id, Buffer.concat([Buffer.from([UTF16]), Buffer.from(`\ufeff${value}`, 'utf16le')]))

const cover = (picture: Uint8Array) =>
  frame(
    'APIC',
    Buffer.concat([Buffer.from(`\x00image/jpeg\x00${String.fromCharCode(FRONT_COVER)}\x00`, 'latin1'), picture]),
  )

function frame(id: string, body: Buffer) {
  const header = Buffer.alloc(HEADER)
  header.write(id, 'latin1')
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}
