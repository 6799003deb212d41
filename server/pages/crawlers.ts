import type { FastifyInstance, FastifyRequest } from 'fastify'

const PUBLIC_PAGES = ['/', '/browse', '/charts', '/producers', '/about', '/terms', '/privacy', '/contact']
type Entry = { path: string; changed: Date | null }

/** robots.txt and sitemap.xml; `paths` gives what the features have to show. */
export function answerCrawlers(http: FastifyInstance, publicUrl: string | undefined, paths: () => Promise<Entry[]>) {
  const originOf = (request: FastifyRequest) => publicUrl ?? `${request.protocol}://${request.host}`

  http.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /search\n\nSitemap: ${originOf(request)}/sitemap.xml\n`),
  )
  http.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const origin = originOf(request)
    const entries = [...PUBLIC_PAGES.map((path) => ({ path, changed: null })), ...(await paths())]
    const urls = entries.map(
      ({ path, changed }) =>
        `<url><loc>${origin}${path}</loc>${changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''}</url>`,
    )
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`)
  })
}
