import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DeskReferral } from '#contract/referrals.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table.tsx'
import { when } from '#web/ui/when.ts'
import { PagedTable } from './paged-table.tsx'

const refresh = ['GET /admin/referrals', 'GET /admin/overview/waiting', 'GET /admin/actions'] as const
const CHOICES = [
  ['held', 'Needs you'],
  ['all', 'All'],
] as const
const STATES = { credited: 'Credited', held: 'Waits', refused: 'Refused' }

/** Friends who may be one person twice wait here for an admin's word. */
export function Component() {
  const { page, show } = useDeskAddress()
  const state = show === 'all' ? 'all' : 'held'
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/referrals', { query: { page, state } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Referrals">
      <p className="mb-5 max-w-160 text-soft">
        The credits of these referrals wait, because the new account looks like one that is known. Families share a
        network, so look before you refuse.
      </p>
      <div className="mb-5">
        <ChoiceChips label="State" choices={CHOICES} chosen={state} start="held" />
      </div>
      <PagedTable
        query={query}
        caption="Referrals"
        columns={columns}
        failure="Couldn’t load the referrals."
        empty={state === 'held' ? 'Nothing needs you.' : 'No referrals yet.'}
      />
    </section>
  )
}

const Person = ({ id, name, email }: DeskReferral['account']) => (
  <span className="min-w-0">
    <Link to={paths.profile(id)} className="font-semibold wrap-anywhere hover:underline">
      {name}
    </Link>
    <span className="block text-[13px] font-normal wrap-anywhere text-soft">
      {email}, account {id}
    </span>
  </span>
)

function Decision({ id, account, state }: DeskReferral) {
  const failure = 'That could not be saved.'
  const release = useAction({
    send: () => call('POST /admin/referrals/:id/release', { params: { id } }),
    success: 'The credits are given.',
    failure,
    refresh,
  })
  const refuse = useAction({
    send: () => call('POST /admin/referrals/:id/refuse', { params: { id } }),
    success: 'The referral is refused.',
    failure,
    refresh,
  })
  if (state !== 'held') return <span>{STATES[state]}</span>
  const isBusy = release.pending || refuse.pending
  return (
    <span className="flex justify-end gap-2">
      <Button size={36} disabled={isBusy} onClick={() => void release.run(undefined)}>
        Release<span className="sr-only"> the referral of {account.name}</span>
      </Button>
      <Button size={36} look="ghost" disabled={isBusy} onClick={() => void refuse.run(undefined)}>
        Refuse<span className="sr-only"> the referral of {account.name}</span>
      </Button>
    </span>
  )
}

const columns: Column<DeskReferral>[] = [
  { key: 'account', head: 'New account', title: true, cell: ({ account }) => <Person {...account} /> },
  {
    key: 'referrer',
    head: 'Brought by',
    cell: ({ referrer }) => (
      <span className="max-md:text-right">
        <Person {...referrer} />
      </span>
    ),
  },
  { key: 'amount', head: 'Credits', numeric: true, cell: ({ amount }) => price(amount) },
  {
    key: 'reason',
    head: 'Why it waits',
    cell: ({ reason }) => <span className="wrap-anywhere max-md:text-right">{reason ?? '–'}</span>,
  },
  {
    key: 'when',
    head: 'Confirmed',
    cell: ({ confirmedAt }) => <span className="num whitespace-nowrap">{when(confirmedAt)}</span>,
  },
  { key: 'decision', head: <span className="sr-only">Decision</span>, cell: (row) => <Decision {...row} /> },
]
