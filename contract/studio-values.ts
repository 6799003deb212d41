// This file imports no zod, so that pages can use the values without the schemas.

export const OWN_STATUSES = ['all', 'published', 'drafts'] as const
export type OwnStatus = (typeof OWN_STATUSES)[number]

export const OWN_SORTS = ['updated', 'sales', 'plays', 'price', 'earnings', 'downloads'] as const
export type OwnSort = (typeof OWN_SORTS)[number]

export const STATUS_LABELS = [
  'Published',
  'In review',
  'Processing',
  'Draft',
  'Failed',
  'Paused',
  'Rejected',
  'Taken down',
  'Sold',
] as const
export type StatusLabel = (typeof STATUS_LABELS)[number]
