import { useApiList } from '#web/api/use-api.ts'
import { itemsQuery } from './list-query.ts'
import type { List } from './use-list-state.ts'

type Answer<T> = { items: T[]; page: number; totalItems: number; totalPages: number; capped?: boolean }

/** The state of a list. The last answer stays while the next one loads. */
export type ListResult<T> = {
  answer: Answer<T> | undefined
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
}

type Asked<T> = { data: Answer<T> | undefined; isPending: boolean; isPlaceholderData: boolean; isError: boolean }

export const listResultOf = <T>(asked: Asked<T> & { refetch: () => Promise<unknown> }): ListResult<T> => ({
  answer: asked.data,
  isLoading: asked.isPending || asked.isPlaceholderData,
  hasFailed: asked.isError && !asked.data,
  retry: () => void asked.refetch(),
})

export const useItems = ({ screen, state }: Pick<List, 'screen' | 'state'>) =>
  listResultOf(useApiList('GET /items', { query: itemsQuery(screen, state) }))
