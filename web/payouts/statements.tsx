import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Files for the books: every movement, and each year by month. */
export function Statements() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/payouts/years', undefined))
  if (isError && !data) return <Failed again={refetch}>Couldn’t load your statements.</Failed>
  if (!data || data.years.length === 0) return null
  return (
    <section aria-labelledby="statements">
      <h2 id="statements" className="text-xl font-bold">
        Statements
      </h2>
      <p className="mt-1 text-[14px] text-soft">For your books and taxes. Days are in UTC.</p>
      <ul className="mt-2">
        <Row label="Every sale, refund and payout">
          <Save
            what="Every movement"
            as="CSV"
            name="slide-statement.csv"
            load={() => call('GET /me/statement/table', { query: {} })}
          />
          <Save
            what="Every movement"
            as="PDF"
            name="slide-statement.pdf"
            load={() => call('GET /me/statement/paper', { query: {} })}
          />
        </Row>
        {data.years.map((year) => (
          <Row key={year} label={String(year)}>
            <Save
              what={String(year)}
              as="CSV"
              name={`slide-earnings-${year}.csv`}
              load={() => call('GET /me/payouts/years/:year/table', { params: { year } })}
            />
            <Save
              what={String(year)}
              as="PDF"
              name={`slide-earnings-${year}.pdf`}
              load={() => call('GET /me/payouts/years/:year/paper', { params: { year } })}
            />
          </Row>
        ))}
      </ul>
    </section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <li className="flex min-h-12 items-center justify-between gap-4 border-b border-rail/60">
    <span className="num">{label}</span>
    <span className="flex gap-1">{children}</span>
  </li>
)

type SaveProps = { what: string; as: 'CSV' | 'PDF'; name: string; load: () => Promise<Blob> }

function Save({ what, as, name, load }: SaveProps) {
  const save = useAction({ send: async () => saveFile(await load(), name), failure: 'The file could not be loaded.' })
  return (
    <Button
      look="ghost"
      size={36}
      aria-label={`${what}, ${as}`}
      loading={save.pending}
      onClick={() => void save.run(undefined)}
    >
      {as}
    </Button>
  )
}
