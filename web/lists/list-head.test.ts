import { expect, test } from 'vitest'
import { readList } from './list-address.ts'
import { listHead, whatIsListed } from './list-head.ts'
import { BROWSE, SEARCH } from './screens.ts'

const headOf = (query: string, screen = BROWSE) => {
  const state = readList(screen, new URLSearchParams(query))
  return listHead(screen, state, { title: whatIsListed(state), description: '' })
}

test('the title says what the list contains', () => {
  expect(headOf('style=uk-drill&type=beats&featured=1').title).toBe('Featured UK Drill beats | Slide')
  expect(headOf('type=kits&page=2').title).toBe('drill kits, page 2 | Slide')
  expect(headOf('').title).toBe('drill beats, packs and kits | Slide')
})

test('kinds, boards, styles and pages have an address of their own; search engines ignore other lists', () => {
  expect(headOf('type=kits&utm_source=x')).toMatchObject({ canonical: '/browse?type=kits' })
  expect(headOf('style=uk-drill&page=2')).toMatchObject({ canonical: '/browse?style=uk-drill&page=2' })
  for (const plain of ['', 'type=kits', 'featured=yes', 'style=uk-drill', 'page=2', 'sort=bogus', 'page=-1'])
    expect(headOf(plain)).not.toHaveProperty('noindex')
  for (const narrow of [
    'q=frost',
    'bpm=any',
    'key=Am',
    'style=uk-drill,ny-drill',
    'sort=newest',
    'priceMax=20',
    'tags=x',
  ])
    expect(headOf(narrow)).toMatchObject({ noindex: true, canonical: expect.not.stringContaining(narrow) })
  expect(headOf('q=frost', SEARCH)).toMatchObject({ noindex: true, canonical: '/search' })
})
