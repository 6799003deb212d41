import { expect, test } from 'vitest'
import { bpmOf, keyOf, withoutFacts } from './name-facts.ts'

test.each([
  ['Night Bus 140 BPM F#m.wav', 140, 'F#m'],
  ['Loop 01 138 D#m.wav', 138, 'D#m'],
  ['melody_142_Bbmin.wav', 142, 'A#m'],
  ['Siren (bpm 146) C major.wav', 146, 'C'],
  ['Pad Eb maj.wav', null, 'D#'],
  ['Lead G#.wav', null, 'G#'],
  ['Bass C♯m.wav', null, 'C#m'],
  ['Kick 12.wav', null, null],
  ['I Am King 140bpm.wav', 140, null],
  ['Bring em out.wav', null, null],
  ['Plan B.wav', null, null],
  ['Beam 999 BPM.wav', null, null],
  ['Too slow 20bpm.wav', null, null],
])('%s says %s and %s', (name, bpm, key) => {
  expect([bpmOf(name), keyOf(name)]).toEqual([bpm, key])
})

test.each([
  ['Night Bus 142BPM Am', 'Night Bus'],
  ['Last Bus (140 bpm) Bb min', 'Last Bus'],
  ['Lagos - 144 BPM - Am', 'Lagos'],
  ['Siren 146 F# Minor', 'Siren'],
  ['BPM 138 Dublin Rain Am', 'Dublin Rain Am'],
  ['01 A Train 140bpm', '01 A Train'],
  ['A Major Issue 140', 'A Major Issue'],
  ['Who I Am 140', 'Who I Am'],
  ['Part A 140', 'Part A'],
  ['140_F#m', '140 F#m'],
])('%s without its facts is %s', (name, bare) => {
  expect(withoutFacts(name)).toBe(bare)
})
