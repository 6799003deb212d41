import type { share } from '#contract/share.ts'
import { cardsOf, type CardRow } from '#server/catalogue/index.ts'
import { ApiError, notFound } from '#server/errors.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import type { Handlers } from '#server/http/serve.ts'
import { idOfSlug, itemPath } from '#server/items/index.ts'
import { originOf } from '#server/pages/origin.ts'
import type { App } from '#server/services.ts'
import { sharePicture } from './share-pictures.ts'

const PLAYER = { width: 640, height: 180 }
const KEEP = 3_600
const COVERS = [640, 320, 160]

/** Tells other sites how to show an item's player in a frame. */
export const shareRoutes = (app: App): Handlers<typeof share> => ({
  async oembed({ query: { url, format, maxwidth = Infinity, maxheight = Infinity }, reply }) {
    if (format !== 'json') throw new ApiError(501, 'not_implemented', 'Only JSON is spoken here.')
    const origin = originOf(reply.request, app.config.publicUrl)
    const slug = slugIn(url, origin)
    const id = slug === null ? undefined : await idOfSlug(app.db, slug)
    const [item] = id ? await cardsOf(app.db, [id]) : []
    if (!item) throw notFound('Item')
    const width = Math.min(PLAYER.width, maxwidth)
    const height = Math.min(PLAYER.height, maxheight)
    void reply.header('cache-control', `public, max-age=${KEEP}`)
    return {
      type: 'rich',
      version: '1.0',
      title: item.title,
      author_name: item.handle,
      author_url: `${origin}/profile/${item.ownerId}`,
      provider_name: 'Slide',
      provider_url: origin,
      cache_age: KEEP,
      html: frame(`${origin}${itemPath(item)}/embed`, `${item.title} by ${item.handle}`, {
        width,
        height,
      }),
      width,
      height,
      ...thumbnail(item, origin, { maxwidth, maxheight }),
    }
  },
})

/** The slug in an address of this site; null for others. */
export function slugIn(url: string, origin: string) {
  if (!URL.canParse(url)) return null
  const { protocol, host, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol) || host !== new URL(origin).host) return null
  return /^\/(?:track|pack|kit)\/([a-z0-9-]{1,100})(?:\/embed)?\/?$/.exec(pathname)?.[1] ?? null
}

const frame = (src: string, title: string, { width, height }: typeof PLAYER) =>
  `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" frameborder="0" allow="autoplay"></iframe>`
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The largest picture within the limits. */
function thumbnail(item: CardRow, origin: string, most: { maxwidth: number; maxheight: number }) {
  const covers = item.coverKey
    ? COVERS.map((size) => ({ path: mediaUrl(`${item.coverKey}/${size}.webp`), width: size, height: size }))
    : []
  const found = [sharePicture(item.slug), ...covers].find(
    ({ width, height }) => width <= most.maxwidth && height <= most.maxheight,
  )
  return found
    ? { thumbnail_url: origin + found.path, thumbnail_width: found.width, thumbnail_height: found.height }
    : {}
}
