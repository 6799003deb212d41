import { expect, test } from 'vitest'
import { findPage, matchPath } from './match.ts'
import type { Page } from './page.ts'

test.each([
  ['/', '/', {}],
  ['browse', '/browse', {}],
  ['browse', '/Browse/', {}],
  ['browse', '/browse//', {}],
  ['browse', '//browse', {}],
  ['browse', '/browser', null],
  ['browse', '/browse/all', null],
  ['track/:slug', '/track/Night-Bus', { slug: 'Night-Bus' }],
  ['track/:slug', '/track/%C3%A9t%C3%A9', { slug: 'été' }],
  ['track/:slug', '/track/a%2Fb', { slug: 'a/b' }],
  ['track/:slug', '/track/100%', { slug: '100%' }],
  ['track/:slug', '/track/', null],
  [':kind/:slug/embed', '/pack/slide-theory/embed', { kind: 'pack', slug: 'slide-theory' }],
  ['*', '/a/b/%0A', {}],
])('the pattern %s and the path %s give %j', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})

test('the first page of the table that has the path is found', () => {
  const pages = ['profile/me', 'profile/:id', '*'].map((path): Page => ({ path, screen: { Component: () => null } }))
  const pathAt = (address: string) => findPage(pages, address).page.path
  expect(pathAt('/profile/me')).toBe('profile/me')
  expect(pathAt('/profile/7')).toBe('profile/:id')
  expect(pathAt('/profile')).toBe('*')
})
