import { paths } from '#web/paths.ts'
import { ANY, type ListScreen } from './list-state.ts'

const plain = { kindsAs: 'type', kinds: [], bpm: ANY, flagAs: 'flags' } as const

export const BROWSE: ListScreen = { ...plain, path: paths.browse(), limit: 60, bpm: [120, 160] }
export const CHARTS: ListScreen = {
  ...plain,
  path: paths.charts(),
  limit: 50,
  kinds: ['BEAT'],
  flagAs: 'tab',
  rows: true,
}
export const SEARCH: ListScreen = { ...plain, path: paths.search(), limit: 50, kindsAs: 'k' }
export const PRODUCERS: ListScreen = { ...plain, path: paths.producers(), limit: 100 }
export const styleScreen = (slug: string): ListScreen => ({
  ...plain,
  path: paths.style(slug),
  limit: 50,
  kinds: ['BEAT'],
  rows: true,
  style: slug,
})
