import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { publish, type LiveEvent } from '#web/live/live.ts'
import { usePromotions } from './use-promotions.ts'

afterEach(() => void vi.unstubAllGlobals())

const Mine = () => (
  <p>
    {usePromotions()
      .data?.map(({ status }) => status)
      .join(', ')}
  </p>
)

test('a promotion that has ended is shown so after its news', async () => {
  let status = 'active'
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ id: 1, status }])))
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })}>
      <Mine />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('active')).toBeVisible()
  status = 'ended'
  publish({ event: 'notification', data: { topic: 'promotion' } } as LiveEvent)
  await expect.element(screen.getByText('ended')).toBeVisible()
})
