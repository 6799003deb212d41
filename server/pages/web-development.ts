import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '#contract/page.ts'
import type { Web } from './pages.ts'

const ENTRY_TAGS =
  '<link rel="stylesheet" href="/web/app.css"><script type="module" src="/web/entry-client.tsx"></script>'
const FRAME_TAGS =
  '<link rel="stylesheet" href="/web/embed/embed.css"><script type="module" src="/web/entry-embed.ts"></script>'

/** Serves pages from the sources, with hot updates over the server's own port. */
export async function developmentWeb(http: FastifyInstance): Promise<Web> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    // the default loader imports a temporary copy of vite.config.ts: node --watch sees it and restarts for ever
    configLoader: 'native',
    server: { middlewareMode: true, ws: { server: http.server } },
  })
  // closes first: the server would wait for the open socket
  http.addHook('preClose', () => vite.close())
  // Vite answers its own modules and assets. It passes all other requests on.
  http.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('finish', () => {
      if (!reply.sent) reply.hijack()
    })
    vite.middlewares(request.raw, reply.raw, done)
  })
  const { ssr } = vite.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no runnable ssr environment')

  const renderer = () => ssr.runner.import<PageRenderer>('/web/entry-server.tsx')
  const tagsFor = async (url: string, tags: string) => {
    const html = await vite.transformIndexHtml(url, `<head>${tags}</head>`)
    return html.replace(/^[\s\S]*?<head>|<\/head>[\s\S]*$/g, '')
  }
  const head = async (url: string) => ({ styles: [], tags: await tagsFor(url, ENTRY_TAGS) })
  const frameHead = async () => ({ styles: [], tags: await tagsFor('/embed', FRAME_TAGS), script: '' })
  return { keep: 0, policy: false, renderer, head, frameHead }
}
