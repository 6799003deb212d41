import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test.each([
  ['', 0],
  ['short', 0],
  ['longenough', 1],
  ['Longenough', 2],
  ['Longenough1', 3],
  ['Longenough1!', 4],
  ['A1!', 3],
  ['Ünïcode…9', 4],
  ['with space', 1],
])('the password %j has strength %i of four', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
