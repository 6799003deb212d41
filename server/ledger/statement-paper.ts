import type { Report } from '#server/papers/report-paper.ts'
import type { presentRow } from './statement.ts'

type Row = ReturnType<typeof presentRow>
type Facts = { rows: Row[]; total: number; available: number; pending: number; now: Date }

const money = (amount: number) => `${amount < 0 ? '−' : ''}$${Math.abs(amount).toFixed(2)}`
const wordsOf = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1)

/** A seller's statement for the PDF, newest first. */
export const statementReport = ({ rows, total, available, pending, now }: Facts): Report => ({
  title: 'Statement',
  note: `Made on ${now.toISOString().slice(0, 10)} from the books of Slide, the drill marketplace. Amounts are US dollars, days are in UTC.`,
  createdAt: now,
  parts: [
    {
      heading: 'Now',
      facts: [
        ['Balance', money(available)],
        ['Pending', money(pending)],
        ['Movements', rows.length < total ? `${rows.length} of ${total}, the newest` : String(total)],
      ],
    },
    {
      heading: 'Movements',
      table: {
        columns: [
          ['Date', 0.16],
          ['Type', 0.2],
          ['Description', 0.46],
          ['Amount', 0.18],
        ],
        rows: rows.map(({ postedAt, kind, description, net }) => [
          postedAt.slice(0, 10),
          wordsOf(kind),
          description,
          money(net),
        ]),
      },
    },
  ],
})
