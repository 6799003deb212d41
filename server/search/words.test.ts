import { expect, test } from 'vitest'
import { wordsAndCompounds, wordsOf, wordsOfName } from './words.ts'

test('case, accents, marks and apostrophes make no difference', () => {
  expect(wordsOf('  São Paulo — FÜNF, don’t ')).toEqual(['sao', 'paulo', 'funf', 'dont'])
  expect(wordsOf('Łódź Ørsted straße ﬁn')).toEqual(['lodz', 'orsted', 'strasse', 'fin'])
})
test('keys keep their signs', () => {
  expect(wordsOf('F#m, C♯ and C#minor')).toEqual(['fsharpm', 'csharp', 'and', 'csharpm'])
})
test('a key is the same, however it is written', () => {
  for (const written of ['F#m', 'f♯m', 'F# minor', 'f#min', 'Gbm', 'G♭m', 'gb minor', 'G♭ min'])
    expect(wordsOf(written), written).toEqual(['fsharpm'])
  expect(wordsOf('B♭ A♭ minor')).toEqual(['asharp', 'gsharpm'])
  expect(wordsOf('ab ebm abm above minor')).toEqual(['ab', 'dsharpm', 'gsharpm', 'above', 'minor'])
})
test('what no word is made of leaves nothing', () => {
  expect(wordsOf('\u202E\u0000 %_\\ \'";-- <>')).toEqual([])
})
test('compounds are found whole and in parts', () => {
  expect(wordsAndCompounds('vocal-chop night')).toEqual(['vocal', 'chop', 'vocalchop', 'night'])
})
test('names are found by their parts', () => {
  expect(wordsOfName('ColdHarbour')).toEqual(['coldharbour', 'cold', 'harbour'])
  expect(wordsOfName('T.Adeyemi')).toEqual(['t', 'adeyemi', 'tadeyemi'])
})
