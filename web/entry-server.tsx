import { dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchPath,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import type { PageRenderer, RenderPage } from '#contract/page.ts'
import { metaOf, type Handle } from '#web/api/meta.ts'
import { toolsContext } from '#web/api/tools.ts'
import { describedFor } from '#web/crawlers.ts'
import { renderEmbed } from '#web/embed/render-embed.tsx'
import { pageQueries } from '#web/page-queries.ts'
import { routes } from '#web/routes.tsx'

const site = createStaticHandler(routes)
const NAMELESS = { title: 'Slide' }

export const reads: PageRenderer['reads'] = (pathname) =>
  Object.entries(pageQueries).find(([path]) => matchPath(path, pathname))?.[1] ?? []

export const render: RenderPage = async (url, call) => {
  const address = new URL(url, 'http://page')
  const embed = await renderEmbed(address, call)
  if (embed) return embed
  const matches = matchRoutes(routes, address.pathname) ?? []
  if (matches.length === 0) return { kind: 'redirect', to: '/', status: 302 } // not even `*` matches a line break
  const handles = matches.map(({ route }) => (route.handle ?? {}) as Handle)
  const modules = handles.flatMap(({ module }) => module ?? [])
  if (handles.some(({ signedIn }) => signedIn))
    return {
      kind: 'empty',
      modules,
      meta: metaOf(matches.map(({ route }) => ({ handle: route.handle }))) ?? NAMELESS,
      pays: handles.some(({ pays }) => pays),
    }

  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } })
  const requestContext = new RouterContextProvider(new Map([[toolsContext, { queries, call }]]))
  const context = await site.query(new Request(address), { requestContext })
  if (context instanceof Response) {
    const to = context.headers.get('location') ?? '/'
    return { kind: 'redirect', to, status: context.status === 301 ? 301 : 302 }
  }
  const failure = Object.values(context.errors ?? {})[0]
  if (failure) throw failure

  return {
    kind: 'page',
    status: context.statusCode,
    html: renderHtml(queries, context),
    meta: {
      ...NAMELESS,
      ...metaOf(
        context.matches.map(({ route }) => ({ handle: route.handle, loaderData: context.loaderData[route.id] })),
      ),
      ...describedFor(context.matches.at(-1), queries),
    },
    // the queries contain the data; of the loaders' results the browser only needs to know that they ran
    data: { queries: dehydrate(queries), ran: Object.keys(context.loaderData) },
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

/**
 * Renders synchronously, since all data is loaded. It renders to a string, because streams would convert it to bytes
 * and back.
 */
const renderHtml = (queries: QueryClient, context: StaticHandlerContext) =>
  renderToString(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <StaticRouterProvider router={createStaticRouter(site.dataRoutes, context)} context={context} hydrate={false} />
      </QueryClientProvider>
    </StrictMode>,
  )
