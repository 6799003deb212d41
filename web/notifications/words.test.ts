import { expect, test } from 'vitest'
import { targetOf } from './target.ts'
import { dayWord } from '#web/ui/day-word.ts'
import { emphasized, timeWords } from './words.ts'

const now = new Date(2026, 10, 22, 14, 0)
const at = (...[month, day, hour, minute, year = 2026]: number[]) => new Date(year!, month!, day, hour, minute)

test.each([
  [at(10, 22, 13, 59), 'Today', '1 min'],
  [new Date(now.getTime() - 5_000), 'Today', 'now'],
  [new Date(now.getTime() + 60_000), 'Today', 'now'],
  [at(10, 22, 11, 0), 'Today', '3 h'],
  [at(10, 22, 0, 0), 'Today', '14 h'],
  [at(10, 21, 21, 14), 'Yesterday', '21:14'],
  [at(10, 20, 23, 59), 'Earlier', 'Nov 20'],
  [at(0, 3, 9, 0, 2025), 'Earlier', 'Jan 3, 2025'],
])('%s is %s, %s', (then, day, words) => {
  expect([dayWord(then, now), timeWords(then, now)]).toEqual([day, words])
})

test('names of people and items and the number of others are strong, whatever signs they contain', () => {
  const person = (displayName: string) => ({ id: 1, displayName, avatarUrl: null })
  const strong = (title: string, names: string[], item?: string) =>
    emphasized({ title, people: names.map(person), item: item ? { title: item, coverUrl: null } : null })
      .filter((part) => part.strong)
      .map(({ text }) => text)
  expect(strong('Ada, Bo_2 and 1,012 others liked Why (.*)?', ['Ada', 'Bo_2', 'Cy'], 'Why (.*)?')).toEqual([
    'Ada',
    'Bo_2',
    '1,012 others',
    'Why (.*)?',
  ])
  expect(strong('Adam and Ada follow you now', ['Ada', 'Adam'])).toEqual(['Adam', 'Ada'])
  expect(strong('Welcome', [])).toEqual([])
})

test('a notice leads to the page for its type', () => {
  const none = { topic: 'system' as const, slug: null, chatId: null, profileId: null, problemId: null, path: null }
  expect(targetOf({ ...none, relatedType: 'CHAT', chatId: 7 })).toBe('/chat/7')
  expect(targetOf({ ...none, relatedType: 'CHAT' })).toBe('/chat/2')
  expect(targetOf({ ...none, relatedType: 'BEAT', slug: 'a' })).toBe('/track/a')
  expect(targetOf({ ...none, relatedType: 'PACK', slug: 'a' })).toBe('/pack/a')
  expect(targetOf({ ...none, relatedType: 'KIT', slug: 'a' })).toBe('/kit/a')
  expect(targetOf({ ...none, relatedType: 'BEAT' })).toBeNull()
  expect(targetOf({ ...none, relatedType: 'SUBSCRIPTION' })).toBe('/library?tab=services')
  expect(targetOf({ ...none, relatedType: 'PROMOTION' })).toBe('/library?tab=services')
  expect(targetOf({ ...none, relatedType: 'USER', profileId: 9 })).toBe('/profile/9')
  expect(targetOf({ ...none, relatedType: 'USER' })).toBeNull()
  expect(targetOf({ ...none, relatedType: 'SYSTEM' })).toBeNull()
  expect(targetOf({ ...none, relatedType: 'SYSTEM', path: '/charts?tab=new' })).toBe('/charts?tab=new')
  expect(targetOf({ ...none, relatedType: 'SYSTEM', path: '//elsewhere.example' })).toBeNull()
  expect(targetOf({ ...none, relatedType: 'SYSTEM', topic: 'payout' })).toBe('/account?tab=payouts')
  expect(targetOf({ ...none, relatedType: 'BEAT', slug: 'night-bus', topic: 'split' })).toBe('/account?tab=splits')
  expect(targetOf({ ...none, relatedType: 'PROBLEM', problemId: 7 })).toBe('/problems/7')
  expect(targetOf({ ...none, relatedType: 'PROBLEM' })).toBeNull()
})
