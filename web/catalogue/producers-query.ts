import type { InputOf } from '#contract/caller.ts'
import type { ListState } from '#web/lists/list-state.ts'
import { PRODUCERS } from '#web/lists/screens.ts'

export const producersQuery = ({ q, styles, sort, page }: ListState): InputOf<'GET /users/producers'>['query'] => ({
  ...(q && { q }),
  ...(styles.length && { style: styles.join(',') }),
  ...((sort === 'beats' || sort === 'newest') && { sort }),
  page,
  limit: PRODUCERS.limit,
})
