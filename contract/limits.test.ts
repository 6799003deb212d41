import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { limitedText } from './limited-text.ts'
import { type TextLimits, contactLimits, emailLimits, faultOf, handleLimits, newPasswordLimits } from './limits.ts'

const all: Record<string, TextLimits> = {
  email: emailLimits,
  handle: handleLimits,
  password: newPasswordLimits,
  ...contactLimits,
}
const typed = oneof(
  string({ unit: 'binary', maxLength: 300 }),
  string({ unit: constantFrom('a', 'B', '7', '.', '-', '_', '@', ' ', '\n', 'é'), maxLength: 40 }),
  string({ minLength: 5, maxLength: 250 }).map((name) => `${name}@slide.test`),
)

test.each(Object.entries(all))('form and server find the same fault in a text: %s', (_, limits) => {
  const schema = limitedText(limits)
  const check = (text: string) => {
    expect(faultOf(limits, text)).toBe(schema.safeParse(text).error?.issues[0]?.message)
  }
  for (const text of ['', ' ', 'ab', 'a b', '...', 'a@b.co', ' a@b.co ', 'x'.repeat(201), 'x'.repeat(5001)]) check(text)
  assert(property(typed, check))
})
