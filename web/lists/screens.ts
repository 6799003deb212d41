import { paths } from '#web/paths.ts'
import { ANY, type ListScreen } from './list-state.ts'

const plain = { kindsAs: 'type', kinds: [], bpm: ANY, flagAs: 'flags' } as const
const filters = [
  'style',
  'bpm',
  'bpmMin',
  'bpmMax',
  'halfTime',
  'key',
  'compatibleKeys',
  'mood',
  'tags',
  'priceMin',
  'priceMax',
  'license',
]

export const BROWSE: ListScreen = {
  ...plain,
  path: paths.browse(),
  reads: ['q', 'type', 'featured', 'flags', 'sort', 'page', ...filters],
  limit: 60,
  bpm: [120, 160],
}

export const CHARTS: ListScreen = {
  ...plain,
  path: paths.charts(),
  reads: ['tab', 'type', 'page', ...filters],
  limit: 50,
  kinds: ['BEAT'],
  flagAs: 'tab',
  rows: true,
}

export const SEARCH: ListScreen = {
  ...plain,
  path: paths.search(),
  reads: ['q', 'k', 'sort', 'page', ...filters],
  limit: 50,
  kindsAs: 'k',
}

export const PRODUCERS: ListScreen = { ...plain, path: paths.producers(), reads: ['q', 'page'], limit: 100 }

export const styleScreen = (slug: string): ListScreen => ({
  ...plain,
  path: paths.style(slug),
  reads: ['q', 'bpmMin', 'bpmMax', 'mood', 'priceMin', 'priceMax', 'page'],
  limit: 50,
  kinds: ['BEAT'],
  rows: true,
  style: slug,
})
