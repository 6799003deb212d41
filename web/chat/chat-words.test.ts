import { expect, test } from 'vitest'
import type { ChatMessage } from '#contract/chat.ts'
import { safeAddress } from './linked-text.tsx'
import type { Unsent } from './outbox.ts'
import { placed } from './placed.ts'
import { isOnlyItsAddress } from './shared-card.tsx'
import { dayLine, shortTime } from './words.ts'

test.each([
  ['https://example.org/a?b=1#c', 'https://example.org/a?b=1#c'],
  ['http://example.org', 'http://example.org/'],
  ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/'],
  ['https://example.org/\u202Egnp.exe\u200b', 'https://example.org/%E2%80%AEgnp.exe%E2%80%8B'],
  ['https://slide.test@evil.test/', null],
  ['https://a:b@evil.test/', null],
  ['https://', null],
])('the address %s is opened as %s', (address, href) => {
  expect(safeAddress(address)).toBe(href)
})

const now = new Date(2026, 10, 21, 18, 0)

test.each([
  [new Date(2026, 10, 21, 16, 20), '16:20', 'Today'],
  [new Date(2026, 10, 20, 23, 59), 'Yesterday', 'Yesterday'],
  [new Date(2026, 10, 19, 9, 0), 'Thu', 'Thursday, Nov 19'],
  [new Date(2026, 10, 11, 9, 0), 'Nov 11', 'Wednesday, Nov 11'],
  [new Date(2025, 10, 11, 9, 0), 'Nov 11, 2025', 'Tuesday, Nov 11, 2025'],
])('%s reads %s in the list and %s in the conversation', (then, short, line) => {
  expect(shortTime(then, now)).toBe(short)
  expect(dayLine(then, now)).toBe(line)
})

const message = (id: number, senderId: number, minute: number): ChatMessage => ({
  id,
  senderId,
  receiverId: 3 - senderId,
  content: String(id),
  timestamp: new Date(2026, 10, 21, 12, minute).toISOString(),
  removed: false,
  shared: null,
  key: `k${id}`,
  writtenBy: null,
})
const unsent = (key: string, after: number) =>
  ({ key, after, at: new Date(2026, 10, 21, 12, 30).toISOString(), content: key }) as Unsent

test('an unsent message stands where it was written, and not beside its sent self', () => {
  const messages = [message(10, 1, 0), message(11, 2, 1), message(20, 2, 40)]
  const rows = placed(messages, [unsent('waits', 11), unsent('k20', 11)])
  expect(rows.map(({ key }) => key)).toEqual(['k10', 'k11', 'waits', 'k20'])
})

test('messages of one person within five minutes show one time', () => {
  const rows = placed([message(1, 1, 0), message(2, 1, 4), message(3, 1, 10), message(4, 2, 11)], [])
  expect(rows.map(({ endsGroup }) => endsGroup)).toEqual([false, true, true, true])
  expect(rows.map(({ beginsDay }) => beginsDay !== null)).toEqual([true, false, false, false])
})

test('only a text that is nothing but the address of its item goes without words', () => {
  const shared = { available: true, item: { kind: 'BEAT', slug: 'harmattan' } } as never
  expect(isOnlyItsAddress('https://slide.test/track/harmattan', shared)).toBe(true)
  expect(isOnlyItsAddress('Hear https://slide.test/track/harmattan', shared)).toBe(false)
  expect(isOnlyItsAddress('https://slide.test/track/another', shared)).toBe(false)
  expect(isOnlyItsAddress('https://slide.test/track/harmattan', null)).toBe(false)
})
