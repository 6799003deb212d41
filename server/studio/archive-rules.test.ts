import { expect, test } from 'vitest'
import { partsOfKit } from './archive-rules.ts'

const entry = (path: string) => ({ path, isDeflated: false, crc32: 0, packedBytes: 1, bytes: 1, from: 0 })

test('tempo and key come from the name of a file, not of its folder', () => {
  const [kick, loop] = partsOfKit([entry('140 BPM/Kick 01.wav'), entry('Loops F#m/Loop 01 138 D#m.wav')])
  expect(kick).toMatchObject({ title: 'Kick 01', bpm: null, musicKey: null })
  expect(loop).toMatchObject({ title: 'Loop 01', bpm: 138, musicKey: 'D#m' })
})
