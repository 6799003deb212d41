import { paths } from '#web/paths.ts'
import { FILTER_NAMES, filters, type FilterName } from './filters.ts'
import type { ListScreen } from './list-state.ts'
import { ANY } from './span.ts'

const plain = { kindsAs: 'type', kinds: [], bpm: ANY, flagAs: 'flags' } as const
const paramsOf = (names: readonly FilterName[]) => names.flatMap((name) => filters[name].params)
const all = paramsOf(FILTER_NAMES)

export const BROWSE: ListScreen = {
  ...plain,
  path: paths.browse(),
  reads: ['q', 'type', 'featured', 'flags', 'sort', 'page', ...all],
  limit: 60,
  bpm: [120, 160],
}

export const FOLLOWING: ListScreen = {
  ...plain,
  path: paths.following(),
  reads: ['type', 'page'],
  limit: 60,
}

export const CHARTS: ListScreen = {
  ...plain,
  path: paths.charts(),
  reads: ['tab', 'type', 'page', ...all],
  limit: 50,
  kinds: ['BEAT'],
  flagAs: 'tab',
  rows: true,
}

export const SEARCH: ListScreen = {
  ...plain,
  path: paths.search(),
  reads: ['q', 'k', 'sort', 'page', ...all],
  limit: 50,
  kindsAs: 'k',
}

export const PRODUCERS: ListScreen = {
  ...plain,
  path: paths.producers(),
  reads: ['q', 'sort', 'page', ...paramsOf(['styles'])],
  limit: 100,
  sorts: ['popular', 'beats', 'newest'],
}

export const styleScreen = (slug: string): ListScreen => ({
  ...plain,
  path: paths.style(slug),
  reads: ['q', ...paramsOf(['bpm', 'price', 'moods']), 'page'],
  limit: 50,
  kinds: ['BEAT'],
  rows: true,
  style: slug,
})
