import { expect, test } from 'vitest'
import { fileNames } from './usage-terms.tsx'

test('the archive of a pack is called WAV where MP3s were made of it, and ZIP elsewhere', () => {
  expect(fileNames({ files: ['MP3'] })).toBe('MP3')
  expect(fileNames({ files: ['MP3', 'ARCHIVE'] })).toBe('MP3, WAV')
  expect(fileNames({ files: ['ARCHIVE', 'STEMS'] })).toBe('ZIP, Stems')
})
