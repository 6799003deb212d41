import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAllAnew } from './ask-all-anew.ts'

test('former answers are forgotten, and a page that is being loaded still gets its own', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['library'], 'former')
  const loaded = queries.ensureQueryData({ queryKey: ['item'], queryFn: () => Promise.resolve('new') })
  askAllAnew(queries)
  expect(await loaded).toBe('new')
  expect(queries.getQueryData(['library'])).toBe(undefined)
})
