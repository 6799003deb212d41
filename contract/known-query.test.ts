import { expect, test } from 'vitest'
import { knownQuery } from './known-query.ts'

const names = ['q', 'page', 'k']
const known = (query: string) => knownQuery(new URLSearchParams(query), names).toString()

test('known names come in one order, each once, and others are dropped', () => {
  expect(known('q=ice&k=BEAT&page=2')).toBe('k=BEAT&page=2&q=ice')
  expect(known('utm_source=x&page=2&q=ice&q=fire&k=BEAT&__proto__=1')).toBe('k=BEAT&page=2&q=ice')
  expect(known('q=+++&k=&page')).toBe('')
})
test('invisible, endless and broken values are removed, and a cleaned query stays as it is', () => {
  expect(known('q=a%00b%E2%80%AEc%0Ad')).toBe('q=a+bc+d')
  expect(new URLSearchParams(known(`q=${'x'.repeat(10_000)}`)).get('q')).toHaveLength(200)
  for (const query of [`q=${'x'.repeat(199)}%F0%9F%8E%B9`, 'q=%ff%fe', `q=${'x'.repeat(199)}++x`])
    expect(known(known(query))).toBe(known(query))
})
