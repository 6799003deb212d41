import type { ItemDetail } from '#contract/item-detail.ts'
import type { Meta } from '#contract/page.ts'
import { startLoading } from '#web/api/tools.ts'
import { paths } from '#web/paths.ts'
import { Answer, Redirect, type Visit } from '#web/router/page.ts'
import { commentsQuery } from './comment-query.ts'
import { contentsQuery, itemQuery, moreBy, similarTo, waveQuery } from './queries.ts'

const NOT_FOUND: Meta = { title: 'Not found | Slide', noindex: true }

export async function loader(visit: Visit) {
  const { queries, call, params, url } = visit
  const item = await queries.ensureQueryData(itemQuery(call, params.slug ?? ''))
  if (!item) return new Answer(404, NOT_FOUND)
  // the address may have an earlier slug or another kind
  if (url.pathname !== paths.item(item)) return new Redirect(paths.item(item) + url.search, 301)
  await Promise.all([
    queries.prefetchInfiniteQuery(commentsQuery(call, item)),
    item.kind === 'BEAT' ? null : queries.ensureInfiniteQueryData(contentsQuery(call, item)),
    // optional: the page sells without them, and the server finds failures in the cache
    queries.ensureQueryData(waveQuery(call, item)).catch(() => {}),
    startLoading(visit, 'GET /items/:id/similar', similarTo(item)).catch(() => {}),
    startLoading(visit, 'GET /items', moreBy(item)).catch(() => {}),
    startLoading(visit, 'GET /items/:id/deals', { params: { id: item.id } }).catch(() => {}),
  ])
  return titleOf(item)
}

const titleOf = ({ title, artistName }: ItemDetail): Meta => ({ title: `${title} by ${artistName} | Slide` })
