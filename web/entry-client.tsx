import '#web/app.css'
import { hydrate, QueryClient, QueryClientProvider, type DehydratedState } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { call } from '#web/api/call.ts'
import { toolsContext } from '#web/api/tools.ts'
import { startCart } from '#web/cart/start-cart.ts'
import { keepCheckoutApart } from '#web/checkout-document.ts'
import { takeEarlyPresses } from '#web/early-presses.ts'
import { followLinks } from '#web/follow-links.ts'
import { startPlayer } from '#web/player/start-player.ts'
import { startPlaylist } from '#web/playlist/start-playlist.ts'
import { routes } from '#web/routes.tsx'
import { startSession, useSession } from '#web/session/session.ts'

type Sent = { queries: DehydratedState; ran: string[] }

// without a line a call fails at once, so that the page can say so; it is made again when the line is back
const line = { networkMode: 'always', refetchOnReconnect: true } as const
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1, ...line } } })
const root = document.getElementById('root')!
const sent = document.getElementById('data')?.textContent
const page = sent ? (JSON.parse(sent) as Sent) : undefined

/**
 * Loads the lazy screens of the first page before hydration. Otherwise React would replace the page with a fallback.
 */
async function resolveLazy(route: RouteObject) {
  if (typeof route.lazy !== 'function') return
  const loaded = await route.lazy()
  Object.assign(route, loaded, { lazy: undefined })
}

/**
 * Forgets all answers of the last account. It waits until React has removed the parts that need an account: they would
 * ask again without one.
 */
const forgetAnswers = () =>
  setTimeout(() => {
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })

async function start() {
  startSession()
  startPlayer()
  useSession.subscribe(({ auth }, before) => {
    if (auth?.userId !== before.auth?.userId) forgetAnswers()
  })
  if (page) hydrate(queries, page.queries)
  await Promise.all((matchRoutes(routes, location) ?? []).map(({ route }) => resolveLazy(route)))
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[toolsContext, { queries, call }]])),
    ...(page && { hydrationData: { loaderData: Object.fromEntries(page.ran.map((id) => [id, null])) } }),
  })
  keepCheckoutApart(router)
  const app = (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
  const pressAsBefore = takeEarlyPresses()
  if (page) hydrateRoot(root, app)
  else createRoot(root).render(app)
  pressAsBefore()
  followLinks(router)
  startCart()
  startPlaylist()
}
void start()
