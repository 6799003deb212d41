import type { FastifyInstance, FastifyRequest } from 'fastify'
import { knownQuery } from '#contract/known-query.ts'
import type { Page, PageRenderer } from '#contract/page.ts'
import { isDatabaseAway } from '#server/db/away.ts'
import { answerNotFound } from '#server/http/answer-errors.ts'
import { callAsGuest } from '#server/http/guest-calls.ts'
import { networkOf } from '#server/http/networks.ts'
import { readInTurn } from '#server/http/turns.ts'
import type { App } from '#server/services.ts'
import {
  contentPolicy,
  documentOf,
  frameOf,
  framePolicy,
  paymentPolicy,
  type FrameHead,
  type Head,
} from './document.ts'
import { firstPictures } from './first-pictures.ts'
import { originOf } from './origin.ts'
import { acceptedCodings, createPageCache, pack, type Cached } from './page-cache.ts'

const MEGABYTE = 1024 * 1024
const PATHS = { mostPages: 1_000, mostBytes: 48 * MEGABYTE }
const QUERIES = { mostPages: 200, mostBytes: 12 * MEGABYTE }
/** Pages of search results are not cached, because nobody else asks for the same. */
const FREE_TEXT = 'q'

/** An address with a mailed token, or with a code of Google, stays secret: no copy is kept, and no other site sees it. */
const SECRET_QUERY = ['token', 'code']
const SECRET_ADDRESS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

export type Web = {
  /** How long a page is served from memory, in milliseconds; 0 in development. */
  keep: number
  renderer: () => Promise<PageRenderer>
  head: (url: string, modules: string[]) => Promise<Head>
  frameHead: () => Promise<FrameHead>
  /** False in development, which writes styles at run time that the policy refuses. */
  policy: boolean
}

/** Serves all screens. A page is rendered with the API's answers, compressed, and cached for a short time. */
export function mountPages(http: FastifyInstance, web: Web, app: App, smallOf: (path: string) => string | undefined) {
  const { storage, payments, config } = app
  const paysApart = payments.publishableKey !== null
  const google = config.google !== undefined
  const caches = {
    paths: createPageCache({ keepMs: web.keep, ...PATHS }),
    queries: createPageCache({ keepMs: web.keep, ...QUERIES }),
  }
  const call = callAsGuest(http)
  const withFirstPictures = firstPictures(storage, http.log, smallOf)

  async function make(origin: string, path: string, query: string): Promise<Cached> {
    const { render } = await web.renderer()
    const rendered = await render(path + query, call)
    if (rendered.kind === 'redirect') return { status: rendered.status, to: rendered.to }
    if (rendered.kind === 'frame') return packFrame(rendered, await web.frameHead())
    const failures = rendered.kind === 'page' ? (rendered.failures ?? []) : []
    const away = failures.find(isDatabaseAway)
    if (away) throw away // a kept page, or one that says so, is better than one without its lists
    for (const err of failures) http.log.error({ err, path }, 'a part of a page failed and is left empty')
    const { page, head } = await withFirstPictures(rendered, await web.head(path, rendered.modules))
    const status = page.kind === 'page' ? page.status : 200
    const policy = paysApart && page.kind === 'empty' && page.pays ? paymentPolicy(head) : contentPolicy(head)
    const packed = pack(documentOf(page, head, { origin, path, paysApart, google }), status, policy)
    return { ...packed, partial: failures.length > 0 }
  }

  /** Unknown query parameters make no new cache entry. Pages with a query never push out pages without one. */
  async function pageAt(origin: string, { pathname, searchParams }: URL) {
    const known = searchParams.size && knownQuery(searchParams, (await web.renderer()).reads(pathname))
    if (!known || known.size === 0)
      return caches.paths.get(JSON.stringify([origin, pathname]), () => make(origin, pathname, ''))
    const query = `?${known.toString()}`
    if (known.has(FREE_TEXT)) return make(origin, pathname, query)
    return caches.queries.get(JSON.stringify([origin, pathname, query]), () => make(origin, pathname, query))
  }

  http.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const address = addressOf(request)
    const { pathname } = address
    if (pathname.startsWith('/api/') || pathname === '/api') return answerNotFound(request, reply)
    const origin = originOf(request, config.publicUrl)
    const page = await readInTurn(app, networkOf(request.ip ?? ''), () => pageAt(origin, address))
    if ('to' in page) return reply.redirect(page.status === 301 ? withQuery(page.to, address) : page.to, page.status)

    if (page.framable) reply.raw.removeHeader('x-frame-options')
    const { coding, bytes } = await page.as(acceptedCodings(request.headers))
    if (coding) reply.header('content-encoding', coding)
    if (web.policy) reply.header('content-security-policy', page.policy)
    else reply.removeHeader('content-security-policy')
    if (SECRET_QUERY.some((name) => address.searchParams.has(name))) void reply.headers(SECRET_ADDRESS)
    else void reply.header('cache-control', 'no-cache')
    return reply.code(page.status).type('text/html; charset=utf-8').header('vary', 'accept-encoding').send(bytes)
  })
}

function packFrame(page: Extract<Page, { kind: 'frame' }>, { styles, ...head }: FrameHead): Cached {
  const own = { ...head, styles: page.style ? [...styles, page.style] : styles }
  return { ...pack(frameOf(page, own), page.status, framePolicy(own)), framable: true }
}

/** A page that has moved keeps the query, also the part that the page does not know. */
const withQuery = (to: string, { search }: URL) => to.split('?', 1)[0] + search

/** An address may begin with several slashes. It must not be read as one with a host. */
function addressOf({ url }: FastifyRequest) {
  const address = new URL(url.replace(/^[/\\]*/, '/'), 'http://page')
  address.pathname = address.pathname.replace(/^\/+/, '/') // `/.//x` becomes `//x`
  return address
}
