import { assert, jsonValue, property, record, constantFrom, oneof, string } from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { linesFrom } from '#web/cart/rules.ts'
import { sample } from '#web/cart/sample.ts'
import { restorePlayer } from '#web/player/keep-player.ts'
import { readOwner } from '#web/playlist/playlist-owner.ts'
import { readEntries } from '#web/playlist/playlist-storage.ts'
import { readAuth } from '#web/session/auth-record.ts'
import { parsed } from './stored.ts'

const auth = {
  token: 't',
  tokenEnds: 1_900_000_000_000,
  refreshToken: 'r',
  role: 'ROLE_USER',
  displayName: 'Mozer',
  userId: 3,
  avatarUrl: null,
  oauthUser: false,
  leavesAt: null,
  bannedAt: null,
}
const keep = (text: string | null) => vi.stubGlobal('localStorage', { getItem: () => text })
const readers = [
  readAuth,
  readEntries,
  restorePlayer,
  readOwner,
  () => linesFrom(parsed(localStorage.getItem('cart.v1'))),
]

afterEach(() => vi.unstubAllGlobals())

/** A valid record for one of the readers, with one field replaced. */
const almost = record({
  of: constantFrom<Record<string, unknown>>(auth, sample.beatMp3, sample.kit, { sounds: [], index: 0, volume: 1 }),
  at: constantFrom(...Object.keys(auth), ...Object.keys(sample.beatMp3), 'sounds', 'index', 'volume'),
  by: jsonValue(),
  inList: constantFrom(true, false),
}).map(({ of, at, by, inList }) => JSON.stringify(inList ? [{ ...of, [at]: by }] : { ...of, [at]: by }))

test('no reader fails, whatever the storage contains', () => {
  assert(
    property(
      oneof(
        almost,
        jsonValue().map((value) => JSON.stringify(value)),
        string(),
      ),
      (text) => {
        keep(text)
        for (const read of readers) read()
      },
    ),
  )
})

test('a session is read only if it is complete', () => {
  keep(JSON.stringify({ ...auth, displayName: { first: 'Mozer' }, avatarUrl: 7, oauthUser: 'yes' }))
  expect(readAuth()).toEqual({ ...auth, displayName: '' })
  for (const broken of [{ token: 7 }, { refreshToken: '' }, { userId: '3' }, { userId: -1 }]) {
    keep(JSON.stringify({ ...auth, ...broken }))
    expect(readAuth()).toBeNull()
  }
})

test('without storage all readers return nothing', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('closed', 'SecurityError')
    },
  })
  expect([readAuth(), readEntries(), readOwner()]).toEqual([null, [], null])
})
