import type { PersonalData } from '#server/services.ts'
import { ownTasks } from './list.ts'
import { closeTasks } from './tasks.ts'

export const worklistData: PersonalData = {
  tables: { planTask: 'kept, and closed: what was done for a plan that was paid' },
  exportOf: async (db, { id }) => ({
    doneForPlans: (await ownTasks(db, id)).map(({ kind, plan, beginsAt, endsAt, doneAt, link, note }) => ({
      kind,
      plan,
      beginsAt,
      endsAt,
      doneAt,
      link,
      note,
    })),
  }),
  async forget(tx, { id }, now) {
    await closeTasks(tx, { accountId: id }, now)
  },
}
