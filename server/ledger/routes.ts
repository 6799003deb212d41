import type { ledger } from '#contract/ledger.ts'
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

export const ledgerRoutes = ({ db, clock }: App): Handlers<typeof ledger> => ({
  async statement({ query: { page, limit, ...days }, viewer }) {
    const [{ rows, total }, { available, pending }] = await Promise.all([
      listStatement(db, viewer.id, rangeOf(days), { limit, offset: page * limit }),
      balanceOf(db, { kind: 'earnings', owner: viewer.id }, clock.now()),
    ])
    return {
      ...pageOf(rows.map(presentRow), { page, limit, total }),
      available: dollars(available),
      pending: dollars(pending),
    }
  },
  async table({ query, viewer, reply }) {
    const { rows } = await listStatement(db, viewer.id, rangeOf(query), { limit: MOST_IN_TABLE, offset: 0 })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="slide-statement.csv"')
      .send(statementCsv(rows.map(presentRow)))
  },
  async paper({ query, viewer, reply }) {
    const now = clock.now()
    const [{ rows, total }, { available, pending }] = await Promise.all([
      listStatement(db, viewer.id, rangeOf(query), { limit: MOST_IN_PAPER, offset: 0 }),
      balanceOf(db, { kind: 'earnings', owner: viewer.id }, now),
    ])
    const facts = { rows: rows.map(presentRow), total, available: dollars(available), pending: dollars(pending), now }
    const { drawReport } = await import('#server/papers/report-paper.ts') // its fonts and shaping take time to load
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="slide-statement.pdf"')
      .send(drawReport(statementReport(facts)))
  },
})

const rangeOf = ({ from, until }: { from?: string | undefined; until?: string | undefined }) => ({
  ...(from && { from: new Date(from) }),
  ...(until && { until: new Date(new Date(until).getTime() + DAY) }),
})
