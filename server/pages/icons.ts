import type { FastifyInstance } from 'fastify'
import { LOGO_PATH } from '#server/mail/logo.ts'
import type { Drawing } from '#server/media/picture-types.ts'
import { runPicture } from '#server/media/run-media.ts'

const NIGHT = '#0a0c13'
const INK = '#f6f3ea'

/** The logo: a note that slides. */
const mark = (background: string, corner: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" rx="${corner}" fill="${background}"/><path d="M8 20h17c9 0 7 24 16 24h15" fill="none" stroke="${INK}" stroke-width="11"/></svg>`

const MANIFEST = {
  name: 'Slide',
  short_name: 'Slide',
  description: 'The #1 drill marketplace.',
  start_url: '/',
  display: 'standalone',
  background_color: NIGHT,
  theme_color: NIGHT,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

/** All icons that systems ask for, drawn from one logo at the first request. */
export function mountIcons(http: FastifyInstance) {
  let drawn: Promise<Icons> | null = null
  const icons = () =>
    (drawn ??= drawIcons().catch((error: unknown) => {
      drawn = null
      throw error
    }))
  const files: [path: string, type: string, body: () => Promise<Uint8Array> | string][] = [
    ['/favicon.svg', 'image/svg+xml', () => mark(NIGHT, 12)],
    ['/favicon.ico', 'image/x-icon', async () => ico((await icons()).small)],
    ['/apple-touch-icon.png', 'image/png', async () => (await icons()).apple],
    ['/icon-192.png', 'image/png', async () => (await icons()).middle],
    ['/icon-512.png', 'image/png', async () => (await icons()).large],
    ['/manifest.webmanifest', 'application/manifest+json', () => JSON.stringify(MANIFEST)],
  ]
  for (const [path, type, body] of files)
    http.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await body()),
    )
  // Mail is also read in browsers, on other sites.
  http.get(LOGO_PATH, { schema: { hide: true } }, async (_request, reply) => {
    reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin')
    const { inMails } = await icons()
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(inMails)
  })
}

type Icons = Record<'small' | 'apple' | 'middle' | 'large' | 'inMails', Uint8Array>

async function drawIcons(): Promise<Icons> {
  const png = (width: number, corner: number): Drawing => ({
    svg: mark(NIGHT, corner),
    width,
    scale: width / 64,
    format: 'png',
  })
  const drawings = [png(32, 12), png(180, 0), png(192, 0), png(512, 0), png(96, 12)]
  const [small, apple, middle, large, inMails] = await runPicture('draw', { drawings })
  return { small: small!, apple: apple!, middle: middle!, large: large!, inMails: inMails! }
}

/** An .ico file is a directory with one entry, followed by the PNG. */
function ico(png: Uint8Array) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one image
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10) // planes
  head.writeUInt16LE(32, 12) // bits
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
