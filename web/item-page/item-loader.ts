import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import type { ItemDetail } from '#contract/item-detail.ts'
import type { Meta } from '#contract/page.ts'
import { startLoading, toolsContext } from '#web/api/tools.ts'
import { paths } from '#web/paths.ts'
import { commentsQuery } from './comment-query.ts'
import { contentsQuery, itemQuery, moreBy, similarTo, waveQuery } from './queries.ts'

const NOT_FOUND: Meta = { title: 'Not found | Slide', noindex: true }

export async function loader(args: LoaderFunctionArgs) {
  const { queries, call } = args.context.get(toolsContext)
  const item = await queries.ensureQueryData(itemQuery(call, args.params.slug ?? ''))
  if (!item) return data(NOT_FOUND, { status: 404 })
  // the address may have an earlier slug or another kind
  const { pathname, search } = new URL(args.request.url)
  if (pathname !== paths.item(item)) throw redirect(paths.item(item) + search, 301)
  await Promise.all([
    queries.ensureQueryData(waveQuery(call, item)),
    queries.prefetchInfiniteQuery(commentsQuery(call, item)),
    item.kind === 'BEAT' ? null : queries.ensureInfiniteQueryData(contentsQuery(call, item)),
    // optional lists: the page is complete without them, and the server finds failures in the cache
    startLoading(args, 'GET /items/:id/similar', similarTo(item)).catch(() => {}),
    startLoading(args, 'GET /items', moreBy(item)).catch(() => {}),
  ])
  return titleOf(item)
}

const titleOf = ({ title, artistName }: ItemDetail): Meta => ({ title: `${title} by ${artistName} | Slide` })
