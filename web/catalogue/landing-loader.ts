import { tryLoading } from '#web/api/tools.ts'
import type { Visit } from '#web/router/page.ts'
import { RANKING, SHELF, SLOTS } from './landing-lists.ts'

// In a file of its own: a file that exports more than components loses its state on every edit.
export async function landingLoader(visit: Visit) {
  const [popular] = await Promise.all([
    tryLoading(visit, 'GET /beats/popular', RANKING),
    tryLoading(visit, 'GET /styles'),
    tryLoading(visit, 'GET /beats/featured', SHELF),
    tryLoading(visit, 'GET /packs/featured', SHELF),
    tryLoading(visit, 'GET /kits/featured', SHELF),
    tryLoading(visit, 'GET /beats/new', RANKING),
    tryLoading(visit, 'GET /promotions/slots', SLOTS),
  ])
  const first = popular?.items[0]
  if (first) await tryLoading(visit, 'GET /beats/:id/wave', { params: { id: first.id }, query: { bars: 240 } })
}
