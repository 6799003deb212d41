import { expect, test } from 'vitest'
import type { PublicProfile } from '#contract/people.ts'
import { pagesOf } from './networks.ts'

const none = { instagram: '', twitter: '', youtube: '', facebook: '', soundcloud: '', tiktok: '' }
const shown = (pages: Partial<typeof none>) =>
  pagesOf({ ...none, ...pages } as PublicProfile).map(({ name, called }) => [name, called])

test('a page on the network’s site bears its name, with the name that the person has there', () => {
  expect(shown({ instagram: 'https://www.instagram.com/cold', twitter: 'https://twitter.com/cold' })).toEqual([
    ['Instagram', 'cold'],
    ['X', 'cold'],
  ])
  expect(shown({ youtube: 'https://youtube.com/@cold', soundcloud: 'https://m.soundcloud.com' })).toEqual([
    ['YouTube', 'cold'],
    ['SoundCloud', 'm.soundcloud.com'],
  ])
})

test('an address elsewhere bears the name of its own site', () => {
  expect(
    shown({ instagram: 'https://evil.example/instagram', tiktok: 'https://tiktok.com.evil.example/@cold' }),
  ).toEqual([
    ['evil.example', 'instagram'],
    ['tiktok.com.evil.example', 'cold'],
  ])
  expect(shown({ facebook: 'javascript:alert(1)' })).toEqual([])
})
