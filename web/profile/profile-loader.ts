import type { Meta } from '#contract/page.ts'
import type { PublicProfile } from '#contract/people.ts'
import { startLoading, tryLoading } from '#web/api/tools.ts'
import { paths } from '#web/paths.ts'
import { Answer, type Visit } from '#web/router/page.ts'
import { kinds } from '#web/items/kinds.ts'
import { kindOfTab, peopleOfTab, readProfile, writeProfile, type ProfileState } from './profile-address.ts'
import { idOf, itemsInput, itemsRoute, leadsWithPins, peopleInput, peopleRoute, profileQuery } from './queries.ts'

const titles = { unknown: 'Profile not found', deleted: 'Account deleted', banned: 'Account banned' }

export async function loader(visit: Visit) {
  const { queries, call, params, url } = visit
  const id = idOf(params.id)
  const profile = await queries.ensureQueryData(profileQuery(call, id))
  if ('missing' in profile) return new Answer(404, { title: `${titles[profile.missing]} | Slide`, noindex: true })
  const state = readProfile(url.searchParams)
  await loadShown(visit, profile.id, state).catch(() => {}) // a list that fails is empty
  return headOf(profile, state)
}

/** Starts to load what the chosen tab shows. */
async function loadShown(visit: Visit, id: number, state: ProfileState) {
  const kind = kindOfTab(state.tab)
  const side = peopleOfTab(state.tab)
  if (kind)
    return Promise.all([
      startLoading(visit, itemsRoute(kind, state.sort), itemsInput(id, kind, state)),
      leadsWithPins(kind, state.sort) && tryLoading(visit, 'GET /users/:id/pinned', { params: { id } }),
    ])
  if (side) return startLoading(visit, peopleRoute(side), peopleInput(id, state))
  return startLoading(visit, 'GET /users/:id/lines', { params: { id } })
}

function headOf({ id, displayName, trackCount }: PublicProfile, state: ProfileState): Meta {
  const { tab, page } = state
  const kind = kindOfTab(tab)
  const part = kind ? (kind === 'BEAT' ? '' : `: ${kinds[kind].many}`) : `: ${tab}`
  return {
    title: `${displayName}${part}${page > 0 ? `, page ${page + 1}` : ''} | Slide`,
    canonical: kind ? writeProfile(id, { tab, page }) : paths.profile(id),
    ...(trackCount === 0 && { noindex: true }),
  }
}
