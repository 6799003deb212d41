import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { LiveEvent } from './live.ts'
import { publish } from './live.ts'
import { useNewsOf } from './use-news-of.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const NEWS = ['split'] as const
const READS = ['GET /me/splits'] as const

function Page() {
  useNewsOf(NEWS, READS)
  return null
}

const newsOf = (topic: string) => publish({ event: 'notification', data: { topic } } as LiveEvent)

test.each([
  ['split', true],
  ['like', false],
])('after news of a %s as a page is left, its answers are old: %s', async (topic, isOld) => {
  const queries = new QueryClient()
  queries.setQueryData(READS, {})
  const screen = await render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  )
  newsOf(topic)
  await screen.unmount()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(queries.getQueryState(READS)).toMatchObject({ isInvalidated: isOld })
})
