import { useApiList } from '#web/api/use-api.ts'
import { itemsQuery } from './list-query.ts'
import type { List } from './use-list-state.ts'

type Answer<T> = { items: T[]; page: number; totalItems: number; totalPages: number; capped?: boolean }

/** A list as far as it has come: the one before stays while the next is on its way. */
export type Found<T> = {
  answer: Answer<T> | undefined
  coming: boolean
  failed: boolean
  again: () => void
}

type Asked<T> = { data: Answer<T> | undefined; isPending: boolean; isPlaceholderData: boolean; isError: boolean }

export const foundOf = <T>(asked: Asked<T> & { refetch: () => Promise<unknown> }): Found<T> => ({
  answer: asked.data,
  coming: asked.isPending || asked.isPlaceholderData,
  failed: asked.isError && !asked.data,
  again: () => void asked.refetch(),
})

export const useItems = ({ screen, state }: Pick<List, 'screen' | 'state'>) =>
  foundOf(useApiList('GET /items', { query: itemsQuery(screen, state) }))
