import type { FastifyInstance } from 'fastify'
import { originOf } from './origin.ts'
import { mountSitemap, type Addresses } from './sitemap.ts'

export function answerCrawlers(http: FastifyInstance, publicUrl: string | undefined, addresses: Addresses[]) {
  http.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nAllow: /api/oembed\nDisallow: /api/\nDisallow: /search\n\nSitemap: ${originOf(request, publicUrl)}/sitemap.xml\n`,
      ),
  )
  mountSitemap(http, publicUrl, addresses)
}
