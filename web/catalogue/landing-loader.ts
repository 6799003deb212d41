import type { LoaderFunctionArgs } from 'react-router'
import { tryLoading } from '#web/api/tools.ts'
import { RANKING, SHELF } from './landing-lists.ts'

// In a file of its own: a file that exports more than components loses its state on every edit.
export async function landingLoader(args: LoaderFunctionArgs) {
  const [popular] = await Promise.all([
    tryLoading(args, 'GET /beats/popular', RANKING),
    tryLoading(args, 'GET /styles'),
    tryLoading(args, 'GET /beats/featured', SHELF),
    tryLoading(args, 'GET /packs/featured', SHELF),
    tryLoading(args, 'GET /kits/featured', SHELF),
    tryLoading(args, 'GET /beats/new', RANKING),
  ])
  const first = popular?.items[0]
  if (first) await tryLoading(args, 'GET /beats/:id/wave', { params: { id: first.id }, query: { bars: 240 } })
  return null
}
