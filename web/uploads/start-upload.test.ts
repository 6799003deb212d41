import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '#web/session/session.ts'
import { addItem } from './change-uploads.ts'
import { showUpload } from './start-upload.ts'
import { useUploads } from './uploads.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({}))
})

test('signing out clears files that ended before a reload, and sent items', () => {
  const auth = { userId: 3 } as NonNullable<ReturnType<typeof useSession.getState>['auth']>
  useSession.setState({ auth })
  showUpload({ name: 'cold.wav', size: 9, purpose: 'audio', id: 'a', open: () => {}, onGone: () => {} })
  addItem({ id: 7, title: 'Cold Steps', style: null, bpm: null, key: null })
  useSession.setState({ auth: { ...auth } })
  expect(useUploads.getState().uploads).toHaveLength(1)
  useSession.setState({ auth: null })
  expect(useUploads.getState()).toEqual({ uploads: [], items: [] })
})
