import type { Insertable } from 'kysely'
import type { Notification } from '#server/db/types.ts'

/** News for one account, as features write it. */
export type NewNotice = Omit<Insertable<Notification>, 'createdAt' | 'groupKey' | 'groupSize' | 'seq' | 'readAt'> & {
  /** The account that caused the notice, if there is one. */
  by?: number | null
}
