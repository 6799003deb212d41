import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RouterContext, ViewContext } from './hooks.ts'
import { stillRouter } from './still-router.ts'
import type { Router, View } from './view.ts'

/** A part of a page that goes nowhere, for tests. They give only what the part reads of the view and of the router. */
export function inPage(part: ReactNode, facts: object = {}, router: Partial<Router> = {}) {
  const view = facts as View
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RouterContext value={{ ...stillRouter(view), ...router }}>
        <ViewContext value={view}>{part}</ViewContext>
      </RouterContext>
    </QueryClientProvider>
  )
}
