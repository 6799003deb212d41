import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { RouterContext, ViewContext } from '#web/router/hooks.ts'
import { stillRouter } from '#web/router/still-router.ts'
import type { View } from '#web/router/view.ts'
import { Component } from './review-tab.tsx'

afterEach(() => void vi.unstubAllGlobals())

const row = {
  kind: 'BEAT',
  id: 7,
  slug: 'dusk',
  version: 1,
  title: 'Dusk',
  artistName: 'ada',
  ownerId: 3,
  tags: [],
  status: 'pending',
  state: 'pending',
  type: null,
  style: null,
  coverUrl: null,
  previewUrl: null,
  durationSec: 60,
  price: 20,
  filesCount: 0,
  submittedAt: '2026-11-01T00:00:00.000Z',
  proposedTitle: null,
  proposal: null,
  match: null,
}

test('after the last decision on a page nobody is told that nothing waits while other pages do', async () => {
  const page = { items: [row], page: 0, limit: 1, totalItems: 2, totalPages: 2 }
  vi.stubGlobal('fetch', (path: string) =>
    path.startsWith('/api/admin/submissions') ? Promise.resolve(Response.json(page)) : new Promise(() => {}),
  )
  const view = { place: { search: '' } } as View
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContext value={stillRouter(view)}>
        <ViewContext value={view}>
          <Component />
        </ViewContext>
      </RouterContext>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Approve Dusk' }).click()
  await expect.element(screen.getByText('Dusk')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Nothing waits for a review.')).not.toBeInTheDocument()
})
