/** A note; times are in sixteenths. */
export type MidiNote = { at: number; length: number; midi: number; velocity: number }

const TICKS_PER_QUARTER = 96
const TICKS_PER_STEP = TICKS_PER_QUARTER / 4

/** A standard MIDI file with one track. */
export function toMidi(notes: MidiNote[], bpm: number): Buffer {
  const events = notes
    .flatMap(({ at, length, midi, velocity }) => [
      { tick: Math.round(at * TICKS_PER_STEP), bytes: [0x90, midi, velocity] },
      { tick: Math.round((at + length) * TICKS_PER_STEP), bytes: [0x80, midi, 0] },
    ])
    .sort((a, b) => a.tick - b.tick || a.bytes[0]! - b.bytes[0]!) // ends first: a late one would stop the new note
  const microseconds = Math.round(60_000_000 / bpm)
  const tempo = [0, 0xff, 0x51, 3, microseconds >> 16, (microseconds >> 8) & 0xff, microseconds & 0xff]
  let now = 0
  const body = events.flatMap(({ tick, bytes }) => {
    const wait = variableLength(tick - now)
    now = tick
    return [...wait, ...bytes]
  })
  const track = Buffer.from([...tempo, ...body, 0, 0xff, 0x2f, 0])
  const header = Buffer.from([0, 0, 0, 1, 0, TICKS_PER_QUARTER])
  return Buffer.concat([chunk('MThd', header), chunk('MTrk', track)])
}

function chunk(name: string, body: Buffer) {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

/** Writes seven bits in each byte. All bytes except the last have the eighth bit set. */
function variableLength(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
