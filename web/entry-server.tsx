import { dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { PageRenderer, RenderPage } from '#contract/page.ts'
import { describedFor } from '#web/crawlers.ts'
import { renderEmbed } from '#web/embed/render-embed.tsx'
import { writeMarkup } from '#web/kept-markup/write-markup.ts'
import { pageQueries } from '#web/page-queries.ts'
import { pages } from '#web/routes.tsx'
import { runLoader, screenOf } from '#web/router/load-screen.ts'
import { findPage, matchPath } from '#web/router/match.ts'
import { headOf, Redirect } from '#web/router/page.ts'
import { RouterView } from '#web/router/router-view.tsx'
import { stillRouter } from '#web/router/still-router.ts'
import type { View } from '#web/router/view.ts'
import { Layout } from '#web/shell/layout.tsx'

const NAMELESS = { title: 'Slide' }

export const reads: PageRenderer['reads'] = (pathname) =>
  Object.entries(pageQueries).find(([path]) => matchPath(path, pathname))?.[1] ?? []

export const render: RenderPage = async (url, call) => {
  const address = new URL(url, 'http://page')
  const embed = await renderEmbed(address, call)
  if (embed) return embed
  const found = findPage(pages, address.pathname)
  const { signedIn, pays = false, module } = found.page
  const modules = module ? [module] : []
  if (signedIn) return { kind: 'empty', modules, meta: headOf(found) ?? NAMELESS, pays }

  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } })
  const ready = { ...found, screen: await screenOf(found.page) }
  const answer = await runLoader(ready, address, { queries, call })
  if (answer instanceof Redirect) return { kind: 'redirect', to: answer.to, status: answer.status }
  const { pathname, search } = address
  const place = { pathname, search, hash: '', key: '', index: 0, state: null }
  const view = { ...ready, place, data: answer.data }
  return {
    kind: 'page',
    status: answer.status,
    html: renderHtml(queries, view),
    meta: { ...NAMELESS, ...headOf(view), ...describedFor(view, queries) },
    data: dehydrate(queries),
    modules,
    failures: failuresOf(queries),
  }
}

/** A missing thing is no failure, since asking again would not help. */
const failuresOf = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .flatMap(({ state: { error } }) => (error && (error as { status?: number }).status !== 404 ? [error] : []))

const renderHtml = (queries: QueryClient, view: View) =>
  writeMarkup(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterView router={stillRouter(view)}>
          <Layout />
        </RouterView>
      </QueryClientProvider>
    </StrictMode>,
  )
