import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Statements } from './statements.tsx'

afterEach(() => void vi.unstubAllGlobals())

test('statements that could not be loaded are told of, and loaded again by a press', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 500 })))
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Statements />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('Couldn’t load your statements.')).toBeVisible()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ years: [2026] })))
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: '2026, CSV' })).toBeVisible()
})
