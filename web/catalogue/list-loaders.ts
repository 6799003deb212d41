import type { Meta } from '#contract/page.ts'
import { isStyle, STYLES } from '#contract/styles.ts'
import { apiQuery, startLoading, tryLoading } from '#web/api/tools.ts'
import { readList } from '#web/lists/list-address.ts'
import { listHead, whatIsListed } from '#web/lists/list-head.ts'
import { itemsQuery } from '#web/lists/list-query.ts'
import { loadSlots } from '#web/lists/list-slots.ts'
import type { ListScreen } from '#web/lists/list-state.ts'
import { capital, flagNames } from '#web/lists/list-words.ts'
import { paths } from '#web/paths.ts'
import { BROWSE, CHARTS, PRODUCERS, SEARCH, styleScreen } from '#web/lists/screens.ts'
import { Answer, Redirect, type Visit } from '#web/router/page.ts'
import { producersQuery } from './producers-query.ts'

// Each loader returns the head tags of its page, which depend on the state of the list.

const stateAt = (screen: ListScreen, { url }: Visit) => readList(screen, url.searchParams)

export async function browseLoader(visit: Visit) {
  const state = stateAt(BROWSE, visit)
  await Promise.all([
    startLoading(visit, 'GET /items', { query: itemsQuery(BROWSE, state) }),
    loadSlots(visit, 'browse', { screen: BROWSE, state }),
  ])
  const what = whatIsListed(state)
  return listHead(BROWSE, state, {
    title: what === 'drill beats, packs and kits' ? 'Browse drill beats, packs and kits' : capital(what),
    description: `${capital(what)}: narrow them down by genre, BPM, key, mood, price and license, and hear each before you buy.`,
  })
}

export async function chartsLoader(visit: Visit) {
  const state = stateAt(CHARTS, visit)
  await Promise.all([
    startLoading(visit, 'GET /items', { query: itemsQuery(CHARTS, state) }),
    loadSlots(visit, 'charts', { screen: CHARTS, state }),
  ])
  const { flag } = state
  return listHead(CHARTS, state, {
    title: flag ? `${flagNames[flag]} charts` : 'Charts',
    description: `${capital(whatIsListed(state))}, ranked by what is played, liked and bought. The formula is in the open.`,
  })
}

export async function searchLoader(visit: Visit) {
  const state = stateAt(SEARCH, visit)
  await Promise.all([
    startLoading(visit, 'GET /items', { query: itemsQuery(SEARCH, state) }),
    loadSlots(visit, 'search', { screen: SEARCH, state }),
    // the browser shows the results first
    import.meta.env.SSR && state.q && tryLoading(visit, 'GET /search/producers', { query: { q: state.q } }),
    import.meta.env.SSR && !state.q && tryLoading(visit, 'GET /search/popular'),
  ])
  const head = listHead(SEARCH, state, {
    title: state.q ? `“${state.q}”` : 'Search',
    description: 'Find drill beats, packs and kits by title, producer, tag, style, key or tempo.',
  })
  return { ...head, noindex: true }
}

const NO_STYLE: Meta = { title: 'No such style | Slide', noindex: true }

export async function styleLoader(visit: Visit) {
  const given = visit.params.slug ?? ''
  const slug = given.toLowerCase()
  if (!isStyle(slug)) return new Answer(404, NO_STYLE)
  if (slug !== given) return new Redirect(paths.style(slug) + visit.url.search, 301)
  const screen = styleScreen(slug)
  const state = stateAt(screen, visit)
  const { queries, call } = visit
  const style = await queries.ensureQueryData(apiQuery(call, 'GET /styles/:slug', { params: { slug } }))
  await Promise.all([
    startLoading(visit, 'GET /items', { query: itemsQuery(screen, state) }),
    loadSlots(visit, 'style', { screen, state }),
  ])
  return listHead(screen, state, { title: `${style.title} beats`, description: style.description })
}

export async function producersLoader(visit: Visit) {
  const state = stateAt(PRODUCERS, visit)
  await startLoading(visit, 'GET /users/producers', { query: producersQuery(state) })
  const [style] = state.styles
  return listHead(PRODUCERS, state, {
    title: style && state.styles.length === 1 ? `${STYLES[style]} producers` : 'Users',
    description: 'The producers who sell drill beats, packs and kits on Slide.',
  })
}
