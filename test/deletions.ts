import { deletionTaker } from '#server/privacy/delete-accounts.ts'
import { takeDue } from '#server/jobs/due.ts'
import { forgetPersonIn } from '#server/personal-data.ts'
import type { World } from './world.ts'

/** The end of a week of deletion. */
export const createDeletions = ({ app }: Pick<World, 'app'>) => ({
  /** The week of this account is over. */
  comesDue(accountId: number) {
    const now = app.clock.now()
    return app.db.insertInto('accountDeletion').values({ accountId, askedAt: now, dueAt: now }).execute()
  },
  /** A round that only deletes. */
  takeDue: (over: Partial<World['app']> = {}) => takeDue({ ...app, ...over }, [deletionTaker(forgetPersonIn)]),
})
