import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { inPage } from '#web/router/in-page.tsx'
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
  const view = { params: { id: '7' }, place: {} }
  const screen = await render(inPage(<Component />, view))
  await expect.element(screen.getByText(words)).toBeVisible()
})
