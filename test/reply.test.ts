import { expect, test } from 'vitest'
import { expectReply } from './reply.ts'

const style = {
  slug: 'uk',
  title: 'UK Drill',
  shortTitle: 'UK',
  code: 'UK',
  line: 'uk',
  description: '',
  image: null,
}
const check = (answer: unknown) => () => expectReply('GET /styles', answer)

test('a reply must match its contract exactly, at any depth', () => {
  expect(check({ items: [style] })).not.toThrow()
  expect(check({ items: [{ ...style, imageKey: 'covers/7' }] })).toThrow('must match its contract')
  expect(check({ items: [style], total: 1 })).toThrow('must match its contract')
  expect(check({ items: [{ ...style, title: undefined }] })).toThrow('title')
  expect(check({ items: [{ ...style, line: 'xx' }] })).toThrow('line')
})
