import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskPayout } from '#contract/desk-payouts.ts'
import { KIND_WORDS } from '#contract/payout-values.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { makeTurns } from '#web/api/in-turn.ts'
import { apiQuery } from '#web/api/tools.ts'
import { act } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { ChooseAll } from '#web/lists/choose-all.tsx'
import { useSelection } from '#web/lists/use-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ChosenBar } from '#web/ui/chosen-bar.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { firstPress } from '#web/ui/first-press.ts'
import { show } from '#web/ui/show.ts'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { PayoutFacts } from './payout-facts.tsx'
import { PayoutSeller } from './payout-seller.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export const DESK_PAYOUTS = ['GET /admin/payouts', 'GET /admin/overview/waiting'] as const
const inTurn = makeTurns()
const MOST = 100

/** Approves, holds or settles what waits for a person. Approved rows leave at once, and come back if that fails. */
export function WaitingPayouts() {
  const queries = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const query = useQuery(apiQuery(call, 'GET /admin/payouts', { query: { state: 'waiting', limit: MOST } }))
  const rows = (query.data?.items ?? []).filter(({ id }) => !left.has(id))
  const free = rows.filter(canApprove)
  const selection = useSelection(free.map(({ id }) => id))
  if (query.isError && !query.data) return <Failed again={query.refetch}>Couldn’t load what waits.</Failed>
  if (!query.data)
    return (
      <div role="status" aria-busy aria-label="Loading what waits">
        <RowSkeleton />
        <RowSkeleton />
      </div>
    )
  const selected = free.filter(({ id }) => selection.has(id))

  const comeBack = (ids: readonly number[]) =>
    setLeft((before) => new Set([...before].filter((id) => !ids.includes(id))))

  async function approve(some: readonly DeskPayout[]) {
    selection.clear()
    const outcomes = await Promise.all(
      some.map(({ id }) =>
        act(
          {
            send: () => call('POST /admin/payouts/:id/approve', { params: { id } }),
            optimistic() {
              setLeft((before) => new Set([...before, id]))
              return () => comeBack([id])
            },
            failure: 'Approve failed, rolled back.',
            inTurn,
          },
          undefined,
        ),
      ),
    )
    const done = outcomes.filter((outcome) => outcome.done).length
    if (done) toast.success(done === 1 ? 'Approved. It is on its way.' : `Approved. ${done} payouts are on their way.`)
    await askAnew(queries, 'GET /admin/payouts')
    comeBack(some.map(({ id }) => id)) // one that waits again is in the new list
  }
  const hold = (some: readonly DeskPayout[]) =>
    show(
      <ReasonDialog
        title={some.length === 1 ? `Hold ${some[0]!.number}?` : `Hold ${some.length} payouts?`}
        description="The money stays where it is. The seller reads that we look into it."
        action="Hold"
        send={async (reason) => {
          for (const { id } of some) await call('POST /admin/payouts/:id/hold', { params: { id }, body: { reason } })
        }}
        success="Held."
        refresh={DESK_PAYOUTS}
        onDone={selection.clear}
      />,
    )
  if (rows.length === 0) return <p className="py-4 text-soft">Nothing needs you.</p>
  const columns: Column<DeskPayout>[] = [
    {
      key: 'seller',
      head: 'Seller',
      title: true,
      cell: ({ id, seller, ...payout }) => (
        <span className="flex w-full items-center gap-4 max-md:flex-row-reverse max-md:justify-between">
          <Checkbox
            aria-label={`Select ${seller.name}, ${payout.number}`}
            disabled={!canApprove({ id, seller, ...payout })}
            checked={selection.has(id)}
            onChange={() => selection.toggle(id)}
          />
          <PayoutSeller seller={seller} size={40} />
        </span>
      ),
    },
    {
      key: 'amount',
      head: 'Amount',
      numeric: true,
      cell: ({ amount }) => <b className="text-base">{price(amount)}</b>,
    },
    { key: 'kind', head: 'Kind', cell: ({ kind }) => KIND_WORDS[kind] },
    { key: 'facts', head: 'What we know', cell: (payout) => <PayoutFacts payout={payout} /> },
    {
      key: 'actions',
      head: <span className="sr-only">Actions</span>,
      cell: (payout) =>
        payout.status === 'processing' ? (
          <SettleButtons payout={payout} />
        ) : (
          <span className="flex justify-end gap-1.5">
            <Button size={36} look="ghost" onClick={() => hold([payout])}>
              Hold<span className="sr-only"> {payout.number}</span>
            </Button>
            <Button size={36} disabled={!canApprove(payout)} onClick={firstPress(() => void approve([payout]))}>
              Approve<span className="sr-only"> {payout.number}</span>
            </Button>
          </span>
        ),
    },
  ]
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 max-md:sticky max-md:top-16 max-md:z-2 max-md:bg-night">
        <ChooseAll selection={selection} isOff={free.length === 0} />
        {selected.length > 0 && (
          <ChosenBar label="Selected payouts" count={selected.length} onClear={selection.clear}>
            <span className="num mr-2">{price(selected.reduce((sum, { amount }) => sum + amount, 0))}</span>
            <Button size={36} look="ghost" onClick={() => hold(selected)}>
              Hold
            </Button>
            <Button size={36} look="paper" onClick={() => void approve(selected)}>
              Approve
            </Button>
          </ChosenBar>
        )}
      </div>
      <Table caption="Payouts that wait for you" columns={columns} rows={rows} rowKey={({ id }) => id} />
      {query.data.totalItems > MOST && (
        <p className="mt-3 text-[13px] text-dim">The oldest {MOST} are shown. Others follow when these are done.</p>
      )}
    </>
  )
}

const canApprove = ({ status, restsUntil }: DeskPayout) => status === 'requested' && restsUntil === null

/** The provider never answered: a person has looked it up there. */
function SettleButtons({ payout: { id, number } }: { payout: DeskPayout }) {
  const settle = (outcome: 'paid' | 'failed') =>
    show(
      <ReasonDialog
        title={outcome === 'paid' ? `Was ${number} paid?` : `Was ${number} not sent?`}
        description={
          outcome === 'paid'
            ? 'PayPal shows it as paid. The books follow.'
            : 'PayPal does not know it. The money goes back into the balance.'
        }
        action={outcome === 'paid' ? 'It was paid' : 'It was not sent'}
        send={(reason) => call('POST /admin/payouts/:id/settle', { params: { id }, body: { outcome, reason } })}
        success="Settled."
        refresh={DESK_PAYOUTS}
      />,
    )
  return (
    <span className="flex justify-end gap-1.5">
      <Button size={36} look="ghost" onClick={() => settle('failed')}>
        Not sent<span className="sr-only">, {number}</span>
      </Button>
      <Button size={36} onClick={() => settle('paid')}>
        Paid<span className="sr-only">, {number}</span>
      </Button>
    </span>
  )
}
