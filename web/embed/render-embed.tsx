import { renderToStaticMarkup } from 'react-dom/server'
import type { Call } from '#contract/caller.ts'
import type { ItemDetail } from '#contract/item-detail.ts'
import type { Page } from '#contract/page.ts'
import { nullIfMissing } from '#web/api/null-if-missing.ts'
import { itemRoute, kinds } from '#web/items/kinds.ts'
import { paths } from '#web/paths.ts'
import { colorOf } from './color.ts'
import { EmbedMissing, EmbedPage } from './embed-page.tsx'
import type { EmbedData, EmbedSound } from './embed-data.ts'

const PATH = /^\/(?:track|pack|kit)\/([^/]+)\/embed\/?$/
const SLUG = /^[a-z0-9-]{1,120}$/
const BARS = 150
const MOST_TRACKS = 40

/** Renders the player for other sites; undefined for an address that is not a player's. */
export async function renderEmbed({ pathname, searchParams }: URL, call: Call): Promise<Page | null> {
  const [, slug] = PATH.exec(pathname) ?? []
  if (slug === undefined) return null
  const item = SLUG.test(slug) ? await nullIfMissing(call('GET /items/by-slug/:slug', { params: { slug } })) : null
  if (!item)
    return { kind: 'frame', status: 404, title: 'Not found | Slide', html: renderToStaticMarkup(<EmbedMissing />) }
  // an earlier slug, or the address of another kind
  if (pathname.replace(/\/$/, '') !== paths.embed(item)) return { kind: 'redirect', to: paths.embed(item), status: 301 }
  const [wave, sounds] = await Promise.all([
    nullIfMissing(call(itemRoute(item.kind, 'wave'), { params: { id: item.id }, query: { bars: BARS } })),
    item.available ? soundsOf(item, call) : [],
  ])
  const color = colorOf(searchParams.get('color'))
  const line = color && 'line' in color ? color.line : item.style?.line
  const data: EmbedData = {
    id: item.id,
    kinds: kinds[item.kind].many,
    sourceKey: `${kinds[item.kind].one}:${item.id}`,
    sounds,
  }
  return {
    kind: 'frame',
    status: 200,
    title: `${item.title} by ${item.artistName} | Slide`,
    html: renderToStaticMarkup(<EmbedPage item={item} wave={wave} sounds={sounds} line={line} />),
    ...(color && 'hex' in color && { style: `main{--l:${color.hex}}` }),
    ...(sounds.length > 0 && { data }),
  }
}

/** The item's own preview first, then those of its tracks. */
async function soundsOf(item: ItemDetail, call: Call): Promise<EmbedSound[]> {
  const own = item.previewUrl
    ? [{ id: item.id, title: item.title, url: item.previewUrl, seconds: item.durationInSeconds }]
    : []
  if (item.kind === 'BEAT') return own
  const tracks = await call(itemRoute(item.kind, 'preview-playlist'), { params: { id: item.id } })
  return [
    ...own,
    ...tracks.slice(0, MOST_TRACKS).map(({ id, title, previewUrl, durationInSeconds }): EmbedSound => ({
      id,
      track: true,
      title,
      url: previewUrl,
      seconds: durationInSeconds,
    })),
  ]
}
