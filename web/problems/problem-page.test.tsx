import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { RouterContext, ViewContext } from '#web/router/hooks.ts'
import { stillRouter } from '#web/router/still-router.ts'
import type { View } from '#web/router/view.ts'
import { useSession } from '#web/session/session.ts'
import { Component } from './problem-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ auth: null })
})

test.each([
  [404, 'No problem found'],
  [429, 'Couldn’t load the problem.'],
])('of a problem that is answered with %i is said: %s', async (status, words) => {
  useSession.setState({ auth: { userId: 3 } as never })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status })))
  const view = { params: { id: '7' }, place: {} } as unknown as View
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContext value={stillRouter(view)}>
        <ViewContext value={view}>
          <Component />
        </ViewContext>
      </RouterContext>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(words)).toBeVisible()
})
