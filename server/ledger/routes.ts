import type { ledger } from '#contract/ledger.ts'
import { sendMade } from '#server/http/made-file.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { balanceOf } from './balance.ts'
import { statementReport } from './statement-paper.ts'
import { listStatement, presentRow, statementCsv } from './statement.ts'

const MOST_IN_TABLE = 100_000
const MOST_IN_PAPER = 2_000
const DAY = 24 * 60 * 60_000

export const ledgerRoutes = (app: App): Handlers<typeof ledger> => ({
  async statement({ query: { page, limit, ...days }, viewer }) {
    const [{ rows, total }, { available, pending }] = await Promise.all([
      listStatement(app.db, viewer.id, rangeOf(days), { limit, offset: page * limit }),
      balanceOf(app.db, { kind: 'earnings', owner: viewer.id }, app.clock.now()),
    ])
    return {
      ...pageOf(rows.map(presentRow), { page, limit, total }),
      available: dollars(available),
      pending: dollars(pending),
    }
  },
  table: ({ query, viewer, reply }) =>
    sendMade(app, reply, 'slide-statement.csv', async () => {
      const { rows } = await listStatement(app.db, viewer.id, rangeOf(query), { limit: MOST_IN_TABLE, offset: 0 })
      return statementCsv(rows.map(presentRow))
    }),
  paper: ({ query, viewer, reply }) =>
    sendMade(app, reply, 'slide-statement.pdf', async () => {
      const now = app.clock.now()
      const [{ rows, total }, { available, pending }] = await Promise.all([
        listStatement(app.db, viewer.id, rangeOf(query), { limit: MOST_IN_PAPER, offset: 0 }),
        balanceOf(app.db, { kind: 'earnings', owner: viewer.id }, now),
      ])
      const facts = { rows: rows.map(presentRow), total, available: dollars(available), pending: dollars(pending), now }
      const { drawReport } = await import('#server/papers/report-paper.ts') // its fonts and shaping take time to load
      return drawReport(statementReport(facts))
    }),
})

const rangeOf = ({ from, until }: { from?: string | undefined; until?: string | undefined }) => ({
  ...(from && { from: new Date(from) }),
  ...(until && { until: new Date(new Date(until).getTime() + DAY) }),
})
