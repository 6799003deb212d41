import type { LoaderFunctionArgs } from 'react-router'
import { warm } from '#web/api/tools.ts'
import { RANKING, SHELF } from './landing-lists.ts'

// Apart from the screen: a file that exports more than components loses its state on every edit.
export async function landingLoader(args: LoaderFunctionArgs) {
  const [popular] = await Promise.all([
    warm(args, 'GET /beats/popular', RANKING),
    warm(args, 'GET /styles'),
    warm(args, 'GET /beats/featured', SHELF),
    warm(args, 'GET /packs/featured', SHELF),
    warm(args, 'GET /kits/featured', SHELF),
    warm(args, 'GET /beats/new', RANKING),
  ])
  const first = popular.items[0]
  if (first) await warm(args, 'GET /beats/:id/wave', { params: { id: first.id }, query: { bars: 240 } })
  return null
}
