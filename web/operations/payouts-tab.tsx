import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SettingName } from '#contract/house-values.ts'
import type { DeskPayout } from '#contract/desk-payouts.ts'
import { KIND_WORDS } from '#contract/payout-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { day, price } from '#web/items/format.ts'
import { PayoutStatus } from '#web/items/payout-status.tsx'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import type { Column } from '#web/ui/table.tsx'
import { when } from '#web/ui/when.ts'
import { OnlyOf } from './only-of.tsx'
import { PagedTable } from './paged-table.tsx'
import { PayoutSeller } from './payout-seller.tsx'
import { DESK_PAYOUTS, WaitingPayouts } from './waiting-payouts.tsx'

const STATES = [
  ['on-the-way', 'On their way'],
  ['paid', 'Paid'],
  ['came-back', 'Came back'],
  ['all', 'All'],
] as const

/** Payouts that wait for a person, and all others. */
export function Component() {
  const { page, show, person } = useDeskAddress()
  const chosen = STATES.map(([value]) => value).find((value) => value === show) ?? 'on-the-way'
  const filter = { ...(chosen !== 'all' && { state: chosen }), ...(person && { seller: person }) }
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/payouts', { query: { page, ...filter } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid gap-9">
      <section aria-label="Payouts that wait for you">
        <LooksFirst />
        <WaitingPayouts />
      </section>
      <section aria-label="All payouts">
        <OnlyOf what="Payouts of" />
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <ChoiceChips label="State" choices={STATES} chosen={chosen} start="on-the-way" />
          <div className="md:ml-auto">
            <Download query={filter} />
          </div>
        </div>
        <PagedTable
          query={query}
          caption="Payouts"
          columns={columns}
          failure="Couldn’t load the payouts."
          empty={chosen === 'all' && !person ? 'No payouts yet.' : 'No payout fits that.'}
        />
      </section>
    </div>
  )
}

/** The operator chooses what makes a person look. */
function LooksFirst() {
  const { data } = useQuery(apiQuery(call, 'GET /admin/house', undefined))
  const value = (asked: SettingName) => data?.settings.find(({ name }) => name === asked)?.value
  const looks = [
    data && `above $${Number(value('lookAbove')).toLocaleString('en-US')}`,
    value('lookFirst') && 'the first one to an address',
    value('lookFlagged') && 'one with a flag',
  ].filter(Boolean)
  return (
    <p className="mb-4 min-h-6 text-soft">
      {data &&
        `A person looks first at a payout ${looks.join(', or ')}. All others go by themselves. Settings say which.`}
    </p>
  )
}

function Download({ query }: { query: { state?: 'on-the-way' | 'paid' | 'came-back'; seller?: number } }) {
  const download = useAction({
    send: async () => saveFile(await call('GET /admin/payouts/table', { query }), 'slide-payouts.csv'),
    failure: 'The table could not be loaded.',
  })
  return (
    <Button look="ghost" size={36} loading={download.pending} onClick={() => void download.run(undefined)}>
      Download CSV
    </Button>
  )
}

const columns: Column<DeskPayout>[] = [
  { key: 'number', head: 'Number', title: true, cell: ({ number }) => <span className="num">{number}</span> },
  { key: 'seller', head: 'Seller', cell: ({ seller }) => <PayoutSeller seller={seller} size={24} /> },
  { key: 'date', head: 'Date', cell: ({ date }) => <span className="num whitespace-nowrap">{day(date)}</span> },
  { key: 'kind', head: 'Kind', cell: ({ kind }) => KIND_WORDS[kind] },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => <b>{price(amount)}</b> },
  { key: 'asked', head: 'Asked last', cell: (payout) => <span className="num text-soft">{askedWords(payout)}</span> },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status, failure }) => <PayoutStatus status={status} note={failure} />,
  },
  { key: 'actions', head: <span className="sr-only">Actions</span>, cell: (payout) => <Retry payout={payout} /> },
]

const askedWords = ({ askedAt, timesAsked }: DeskPayout) =>
  askedAt === null ? '–' : `${when(askedAt)}, ${timesAsked} ${timesAsked === 1 ? 'time' : 'times'}`

function Retry({ payout: { id, number, canRetry, status } }: { payout: DeskPayout }) {
  const isBack = status === 'failed' || status === 'returned'
  const retry = useAction({
    send: () => call('POST /admin/payouts/:id/retry', { params: { id } }),
    success: isBack ? 'The money is on its way again.' : 'Asked.',
    failure: 'That did not work. Try again.',
    refresh: DESK_PAYOUTS,
  })
  if (!canRetry) return null
  return (
    <Button size={36} loading={retry.pending} onClick={() => void retry.run(undefined)}>
      {isBack ? 'Send again' : 'Ask now'}
      <span className="sr-only"> {number}</span>
    </Button>
  )
}
