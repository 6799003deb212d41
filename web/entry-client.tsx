import '#web/app.css'
import { hydrate, QueryClient, QueryClientProvider, type DehydratedState } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { call } from '#web/api/call.ts'
import { startCart } from '#web/cart/start-cart.ts'
import { isOtherDocument } from '#web/checkout-document.ts'
import { takeEarlyPresses } from '#web/early-presses.ts'
import { followLinks } from '#web/follow-links.ts'
import { startPlayer } from '#web/player/start-player.ts'
import { startPlaylist } from '#web/playlist/start-playlist.ts'
import { pages } from '#web/routes.tsx'
import { screenOf } from '#web/router/load-screen.ts'
import { findPage } from '#web/router/match.ts'
import { RouterView } from '#web/router/router-view.tsx'
import { startRouter } from '#web/router/start-router.ts'
import { startSession, useSession } from '#web/session/session.ts'
import { Layout } from '#web/shell/layout.tsx'
import { leaveDialogs, takeStep } from '#web/ui/layers.ts'

// without a line a call fails at once, so that the page can say so; it is made again when the line is back
const line = { networkMode: 'always', refetchOnReconnect: true } as const
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1, ...line } } })
const root = document.getElementById('root')!
const sent = document.getElementById('data')?.textContent
const page = sent ? (JSON.parse(sent) as DehydratedState) : undefined

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
  if (page) hydrate(queries, page)
  const found = findPage(pages, location.pathname)
  // without the code of its screen React would replace the server's page
  const code = await screenOf(found.page).then(
    (screen) => ({ screen }),
    (error: unknown) => ({ failure: { error } }),
  )
  if (page && 'failure' in code) throw code.failure.error
  const first = { ...found, ...code, isWhole: page !== undefined }
  const layers = { takeStep, leave: leaveDialogs }
  const router = startRouter({ pages, tools: { queries, call }, first, isOtherDocument, layers })
  const app = (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterView router={router}>
          <Layout />
        </RouterView>
      </QueryClientProvider>
    </StrictMode>
  )
  const pressAsBefore = takeEarlyPresses()
  if (page) hydrateRoot(root, app)
  else createRoot(root).render(app)
  pressAsBefore()
  followLinks(router.navigate)
  startCart()
  startPlaylist()
}
void start()
