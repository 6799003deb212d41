import { expect, test } from 'vitest'
import { partsOfName, wordsAndCompounds, wordsOf } from './words.ts'

test('case, accents, signs and apostrophes make no difference', () => {
  expect(wordsOf('  São Paulo — FÜNF, don’t ')).toEqual(['sao', 'paulo', 'funf', 'dont'])
  expect(wordsOf('Łódź Ørsted straße ﬁn')).toEqual(['lodz', 'orsted', 'strasse', 'fin'])
})
test('keys keep their sharp and flat signs', () => {
  expect(wordsOf('F#m, C♯ and C#minor')).toEqual(['fsharpm', 'csharp', 'and', 'csharpm'])
})
test('all spellings of a key are the same word', () => {
  for (const written of ['F#m', 'f♯m', 'F# minor', 'f#min', 'Gbm', 'G♭m', 'gb minor', 'G♭ min'])
    expect(wordsOf(written), written).toEqual(['fsharpm'])
  expect(wordsOf('B♭ A♭ minor')).toEqual(['asharp', 'gsharpm'])
  expect(wordsOf('ab ebm abm above minor')).toEqual(['ab', 'dsharpm', 'gsharpm', 'above', 'minor'])
})
test('a text without letters and digits has no words', () => {
  expect(wordsOf('\u202E\u0000 %_\\ \'";-- <>')).toEqual([])
})
test('compounds are found whole and in parts', () => {
  expect(wordsAndCompounds('vocal-chop night')).toEqual(['vocal', 'chop', 'vocalchop', 'night'])
})
test('names have parts', () => {
  expect(partsOfName('ColdHarbour')).toEqual(['cold', 'harbour'])
  expect(partsOfName('T.Adeyemi')).toEqual(['t', 'adeyemi'])
})
