import type {} from '@fastify/swagger' // knows `hide`
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STYLES } from '#contract/styles.ts'
import { notFound } from '#server/errors.ts'
import { originOf } from './origin.ts'
import { acceptedCodings, createPageCache, pack } from './page-cache.ts'

/** Each part covers one range of ids. So its cost does not grow with the catalogue, and its address stays the same. */
export const SPAN = 10_000
export const spanOf = (part: number) => ({ after: (part - 1) * SPAN, last: part * SPAN })

export type Address = { path: string; changed?: Date }
/** A source of pages: its non-empty parts, and the addresses in one part. */
export type Addresses = { name: string; parts: () => Promise<number[]>; of: (part: number) => Promise<Address[]> }

/** Fixed pages for crawlers. Pages for signed-in people have `noindex` and are left out. */
const PUBLIC_PAGES = [
  '/',
  '/browse',
  '/charts',
  ...Object.keys(STYLES).map((slug) => `/styles/${slug}`),
  '/producers',
  '/about',
  '/terms',
  '/privacy',
  '/contact',
]
const KEEP_SECONDS = 600
const LIMITS = { keepMs: KEEP_SECONDS * 1_000, mostPages: 16, mostBytes: 32 * 1024 * 1024 }

export function mountSitemap(http: FastifyInstance, publicUrl: string | undefined, sources: Addresses[]) {
  const cache = createPageCache(LIMITS)

  async function send(request: FastifyRequest, reply: FastifyReply, make: (origin: string) => Promise<string>) {
    const origin = originOf(request, publicUrl)
    const key = JSON.stringify([origin, request.routeOptions.url, request.params])
    const made = await cache.get(key, async () => pack(await make(origin), 200, ''))
    if ('to' in made) return reply.redirect(made.to)
    const { coding, bytes } = await made.as(acceptedCodings(request.headers))
    if (coding) reply.header('content-encoding', coding)
    return reply
      .type('application/xml; charset=utf-8')
      .headers({ vary: 'accept-encoding', 'cache-control': `public, max-age=${KEEP_SECONDS}` })
      .send(bytes)
  }

  const hidden = { schema: { hide: true } }
  http.get('/sitemap.xml', hidden, (request, reply) =>
    send(request, reply, async (origin) => {
      const parts = await Promise.all(
        sources.map(async ({ name, parts }) => (await parts()).map((part) => `/sitemap-${name}-${part}.xml`)),
      )
      return indexOf(origin, ['/sitemap-pages.xml', ...parts.flat()])
    }),
  )
  http.get('/sitemap-pages.xml', hidden, (request, reply) =>
    send(request, reply, async (origin) =>
      listOf(
        origin,
        PUBLIC_PAGES.map((path) => ({ path })),
      ),
    ),
  )
  for (const { name, of } of sources)
    http.get<{ Params: { part: string } }>(`/sitemap-${name}-:part(^[1-9]\\d{0,5}).xml`, hidden, (request, reply) =>
      send(request, reply, async (origin) => {
        const addresses = await of(Number(request.params.part))
        if (addresses.length === 0) throw notFound('Sitemap')
        return listOf(origin, addresses)
      }),
    )
}

const document = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`

const indexOf = (origin: string, paths: string[]) =>
  document(
    'sitemapindex',
    paths.map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`),
  )

const listOf = (origin: string, addresses: Address[]) =>
  document(
    'urlset',
    addresses.map(({ path, changed }) => {
      const lastmod = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''
      return `<url><loc>${origin}${path}</loc>${lastmod}</url>`
    }),
  )
