import { expect, test } from 'vitest'
import { titleOf } from '#contract/name-facts.ts'
import { endingOf, folderOf } from './file-names.ts'

test('a title leaves out the ending, tempo and key, and the number of a track', () => {
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
