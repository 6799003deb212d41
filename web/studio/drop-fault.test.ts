import { expect, test } from 'vitest'
import { dropFault } from './drop-fault.ts'

const file = (name: string, size = 1_000) => ({ name, size })

test('one file of a right type and size is taken', () => {
  expect(dropFault([file('beat.WAV')], 'audio')).toBeUndefined()
})

test.for([
  [[], 'File not accepted'],
  [[file('a.wav'), file('b.wav')], 'Too many files'],
  [[file('beat.flac')], 'File type must be one of .mp3, .wav'],
  [[file('beat.wav', 104_857_601)], 'File is larger than 104857600 bytes'],
  [[file('beat.wav', 0)], 'File is smaller than 1 bytes'],
] as const)('%o is refused with a reason', ([files, fault]) => {
  expect(dropFault(files, 'audio')).toBe(fault)
})
