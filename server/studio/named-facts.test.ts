import { expect, test } from 'vitest'
import { bpmOf, endingOf, folderOf, keyOf, titleOf } from './named-facts.ts'

test.each([
  ['Night Bus 140 BPM F#m.wav', 140, 'F#m'],
  ['Loops/Loop 01 138 D#m.wav', 138, 'D#m'],
  ['melody_142_Bbmin.wav', 142, 'A#m'],
  ['Siren (bpm 146) C major.wav', 146, 'C'],
  ['Pad Eb maj.wav', null, 'D#'],
  ['Lead G#.wav', null, 'G#'],
  ['Bass C♯m.wav', null, 'C#m'],
  ['140/Kick 01.wav', null, null],
  ['Kick 12.wav', null, null],
  ['I Am King 140bpm.wav', 140, null],
  ['Bring em out.wav', null, null],
  ['Plan B.wav', null, null],
  ['Beam 999 BPM.wav', null, null],
  ['Too slow 20bpm.wav', null, null],
])('%s says %s and %s', (path, bpm, key) => {
  expect([bpmOf(path), keyOf(path)]).toEqual([bpm, key])
})

test('a title leaves out the ending, and the number of a track', () => {
  expect(titleOf('Pack/01 - Night_Bus.wav', true)).toBe('Night Bus')
  expect(titleOf('02. Third.mp3', true)).toBe('Third')
  expect(titleOf('808 Mafia.wav', true)).toBe('808 Mafia')
  expect(titleOf('01 - Night Bus 140bpm Am.wav', true)).toBe('Night Bus')
  expect(titleOf('Loops/Loop 01 138 D#m.wav', false)).toBe('Loop 01')
  expect(titleOf('Siren (bpm 146) C major.wav', false)).toBe('Siren')
  expect(titleOf('140 BPM.wav', false)).toBe('140 BPM')
  expect(titleOf('A Major Issue.wav', true)).toBe('A Major Issue')
  expect(titleOf('Kick 120.wav', false)).toBe('Kick 120')
  expect(titleOf('14.wav', true)).toBe('14')
  expect(titleOf('.wav', true)).toBe('.wav')
  expect([folderOf('a/b/c.wav'), folderOf('c.wav')]).toEqual(['a/b', ''])
  expect([endingOf('a.b/c'), endingOf('x.WAV')]).toEqual(['', 'wav'])
})
