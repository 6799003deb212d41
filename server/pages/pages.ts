import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCaller } from '#contract/caller.ts'
import type { RenderPage } from '#contract/page.ts'
import { ApiError } from '#server/errors.ts'
import { answerNotFound } from '#server/http/answer-errors.ts'
import { contentPolicy, documentOf, type Head } from './document.ts'
import { originOf } from './origin.ts'
import { createPageCache, pack, type Coding } from './page-cache.ts'

export type Web = {
  /** Milliseconds a page may be served from memory; 0 in development. */
  keep: number
  renderer: () => Promise<RenderPage>
  head: (url: string, modules: string[]) => Promise<Head>
  /** Development writes styles at run time, which the policy refuses. */
  policy: boolean
}

/** Every screen: rendered with what the API answers, compressed, and kept for a moment. */
export function mountPages(http: FastifyInstance, web: Web, publicUrl: string | undefined) {
  const cache = createPageCache(web.keep)
  const call = createCaller(async ({ method, path }) => {
    const reply = await http.inject({ method: method as 'GET', url: path })
    if (reply.statusCode === 200) return reply.json()
    const { error, message } = reply.json<{ error: string; message: string }>()
    throw new ApiError(reply.statusCode, error, message)
  })

  async function make(path: string, origin: string) {
    const render = await web.renderer()
    const page = await render(path, call)
    if (page.kind === 'redirect') return { status: page.status, to: page.to }
    const head = await web.head(path, page.modules)
    return pack(documentOf(page, head, { origin, path }), page.kind === 'page' ? page.status : 200, contentPolicy(head))
  }

  http.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const { pathname, search } = addressOf(request)
    if (pathname.startsWith('/api/') || pathname === '/api') return answerNotFound(request, reply)
    const origin = originOf(request, publicUrl)
    // no page reads its query on the server, so that no query can fill the cache
    const page = await cache.get(JSON.stringify([origin, pathname]), () => make(pathname, origin))
    // what has moved takes its query along
    if ('to' in page) return reply.redirect(page.status === 301 ? page.to + search : page.to, page.status)

    const coding = acceptedCoding(request)
    if (coding !== 'plain') reply.header('content-encoding', coding)
    if (web.policy) reply.header('content-security-policy', page.policy)
    else reply.removeHeader('content-security-policy')
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .headers({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
      .send(await page.bytes(coding))
  })
}

/** An address may begin with any number of slashes, and must not be taken for one with a host. */
const addressOf = ({ url }: FastifyRequest) => new URL(url.replace(/^[/\\]*/, '/'), 'http://page')

function acceptedCoding({ headers }: FastifyRequest): Coding {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
}
