import { expect, test } from 'vitest'
import { paths, safeNext } from './paths.ts'

test('links have their form in the address bar', () => {
  expect(paths.browse({ type: 'beats', featured: true })).toBe('/browse?type=beats&featured=1')
  expect(paths.browse()).toBe('/browse')
  expect(paths.charts('new')).toBe('/charts?tab=new')
  expect(paths.search('ice & fire')).toBe('/search?q=ice+%26+fire')
  expect(paths.item({ kind: 'BEAT', slug: 'utica' })).toBe('/track/utica')
  expect(paths.item({ kind: 'PACK', slug: 'night' })).toBe('/pack/night')
  expect(paths.item({ kind: 'KIT', slug: 'pads' })).toBe('/kit/pads')
  expect(paths.embed({ kind: 'KIT', slug: 'pads' })).toBe('/kit/pads/embed')
  expect(paths.style('Neue Härte/1')).toBe('/styles/Neue%20H%C3%A4rte%2F1')
  expect(paths.login('/admin')).toBe('/login?next=%2Fadmin')
})
test('after a sign-in only pages of this site are next, and never the sign-in', () => {
  for (const good of ['/sell', '/account?tab=plans', '/track/a#comments']) expect(safeNext(good)).toBe(good)
  for (const bad of [
    null,
    '',
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/\n/evil.test',
    '/.//evil.test',
    '/login',
    '/login?next=/login',
    '/register',
    '/signup',
  ])
    expect(safeNext(bad)).toBeNull()
})
