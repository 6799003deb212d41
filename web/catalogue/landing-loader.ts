import type { LoaderFunctionArgs } from 'react-router'
import { warmIfPossible } from '#web/api/tools.ts'
import { RANKING, SHELF } from './landing-lists.ts'

// Apart from the screen: a file that exports more than components loses its state on every edit.
export async function landingLoader(args: LoaderFunctionArgs) {
  const [popular] = await Promise.all([
    warmIfPossible(args, 'GET /beats/popular', RANKING),
    warmIfPossible(args, 'GET /styles'),
    warmIfPossible(args, 'GET /beats/featured', SHELF),
    warmIfPossible(args, 'GET /packs/featured', SHELF),
    warmIfPossible(args, 'GET /kits/featured', SHELF),
    warmIfPossible(args, 'GET /beats/new', RANKING),
  ])
  const first = popular?.items[0]
  if (first) await warmIfPossible(args, 'GET /beats/:id/wave', { params: { id: first.id }, query: { bars: 240 } })
  return null
}
