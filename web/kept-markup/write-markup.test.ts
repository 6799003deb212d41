import { createElement, Fragment, Suspense, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { kept } from './kept.tsx'
import { writeMarkup } from './write-markup.ts'

type Props = { name: string; press?: () => void }
let written: string[]
const Shown = ({ name, press }: Props) => {
  written.push(name)
  return createElement('b', { onClick: press, title: `“${name}”` }, name, ' & co')
}
const Card = kept(Shown, ({ name }) => name)
const cards = (...names: string[]) =>
  createElement(
    'main',
    null,
    'all: ',
    names.map((name) => createElement(Card, { key: name, name })),
  )
beforeEach(() => void (written = []))

test('kept pieces stand where React writes them, however often', () => {
  const page = cards('one', '<two>', '$& three', '<kept-piece n="0"></kept-piece>')
  const plain = renderToString(page)
  expect(plain).toContain('$&amp; three<!-- --> &amp; co')
  for (let time = 0; time < 3; time++) expect(writeMarkup(page)).toBe(plain)
})

test('a piece is written once, and anew when it shows something else', () => {
  for (let time = 0; time < 3; time++) writeMarkup(cards('four', 'five'))
  writeMarkup(createElement(Card, { name: 'four', press: () => {} }))
  expect(written).toEqual(['four', 'five'])
  writeMarkup(cards('five', 'six'))
  expect(written).toEqual(['four', 'five', 'six'])
})

test('pieces of different components are not mistaken for each other', () => {
  const Other = kept(
    ({ name }: Props) => createElement('i', null, name),
    ({ name }) => name,
  )
  const [own, other] = [Card, Other].map((of) => writeMarkup(createElement(of, { name: 'same' })))
  expect([own, other]).toEqual(['<b title="“same”">same<!-- --> &amp; co</b>', '<i>same</i>'])
})

test('a page that fails leaves nothing behind', () => {
  const broken = () => {
    throw new Error('no page')
  }
  expect(() => writeMarkup(createElement(Fragment, null, cards('seven'), createElement(broken)))).toThrow('no page')
  expect(renderToString(cards('seven'))).not.toContain('kept-piece')
})

test('a piece that fails leaves its group to the browser, and the others stay', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const Broken = kept(
    () => {
      throw new Error('no piece')
    },
    () => null,
  )
  const group = (...shown: ReactElement[]) => createElement(Suspense, null, ...shown)
  const page = createElement('main', null, group(cards('eight')), group(createElement(Broken), cards('nine')))
  const plain = renderToString(page)
  expect(plain).toContain('eight')
  for (let time = 0; time < 2; time++) expect(writeMarkup(page)).toBe(plain)
})

test('two thousand pieces are kept, and the one that was used least lately goes first', () => {
  writeMarkup(cards('first', 'second'))
  for (let n = 0; n < 1_998; n++) writeMarkup(cards(`filler ${n}`))
  writeMarkup(cards('first', 'last'))
  written = []
  writeMarkup(cards('first', 'last', 'filler 1997'))
  expect(written).toEqual([])
  writeMarkup(cards('second'))
  expect(written).toEqual(['second'])
})
