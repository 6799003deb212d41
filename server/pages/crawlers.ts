import type { FastifyInstance } from 'fastify'
import { STYLES } from '#contract/styles.ts'
import { originOf } from './origin.ts'

/** What crawlers may show; pages that are not open yet say `noindex` and are left out. */
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

export function answerCrawlers(http: FastifyInstance, publicUrl: string | undefined) {
  http.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /search\n\nSitemap: ${originOf(request, publicUrl)}/sitemap.xml\n`,
      ),
  )
  http.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) => {
    const urls = PUBLIC_PAGES.map((path) => `<url><loc>${originOf(request, publicUrl)}${path}</loc></url>`).join('\n')
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
      )
  })
}
