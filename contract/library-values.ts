// This file imports no zod, so that pages can use the words without loading schemas.

export const LIBRARY_TABS = ['all', 'beat', 'pack', 'kit', 'services'] as const
export type LibraryTab = (typeof LIBRARY_TABS)[number]

export const LIBRARY_SORTS = ['kind', 'newest', 'title', 'price'] as const
export type LibrarySort = (typeof LIBRARY_SORTS)[number]
