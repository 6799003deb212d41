import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import type { ItemDetail } from '#contract/item-detail.ts'
import type { Meta } from '#contract/page.ts'
import { askEarly, toolsContext } from '#web/api/tools.ts'
import { paths } from '#web/paths.ts'
import { commentsQuery } from './comment-query.ts'
import { contentsQuery, itemQuery, moreBy, similarTo, waveQuery } from './queries.ts'

const NOT_FOUND: Meta = { title: 'Not found | Slide', noindex: true }

export async function loader(args: LoaderFunctionArgs) {
  const { queries, call } = args.context.get(toolsContext)
  const item = await queries.ensureQueryData(itemQuery(call, args.params.slug ?? ''))
  if (!item) return data(NOT_FOUND, { status: 404 })
  // an earlier name, or the address of another kind
  const { pathname, search } = new URL(args.request.url)
  if (pathname !== paths.item(item)) throw redirect(paths.item(item) + search, 301)
  await Promise.all([
    queries.ensureQueryData(waveQuery(call, item)),
    queries.prefetchInfiniteQuery(commentsQuery(call, item)),
    item.kind === 'BEAT' ? null : queries.ensureInfiniteQueryData(contentsQuery(call, item)),
    // beside the point: the page is whole without them, and the server finds in the cache what failed
    askEarly(args, 'GET /items/:id/similar', similarTo(item)).catch(() => {}),
    askEarly(args, 'GET /items', moreBy(item)).catch(() => {}),
  ])
  return titleOf(item)
}

const titleOf = ({ title, artistName }: ItemDetail): Meta => ({ title: `${title} by ${artistName} | Slide` })
