import type { sandbox } from '#contract/sandbox.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import { answered } from './answered.ts'
import { nextStates, settlePayout } from './payouts.ts'
import type { Sandboxed } from './sandboxed.ts'

const NEWEST = 20

export const payoutRoutes = (box: Sandboxed): Pick<Handlers<typeof sandbox>, 'payouts' | 'settlePayout'> => ({
  async payouts() {
    const rows = await box.db
      .selectFrom('sandboxPayout')
      .select(['reference', 'address', 'cents', 'note', 'state', 'failure', 'createdAt'])
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .execute()
    return {
      payouts: rows.map(({ cents, createdAt, ...row }) => ({
        ...row,
        amount: dollars(cents),
        next: nextStates(row.state),
        createdAt: createdAt.toISOString(),
      })),
    }
  },

  settlePayout: ({ params: { reference }, body: { state } }) =>
    answered(async () => {
      await settlePayout(box, reference, state)
      return { state }
    }),
})
