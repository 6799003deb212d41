import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskOrderDetail } from '#contract/orders.ts'
import { HOUSE } from '#contract/support.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { price } from '#web/items/format.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { when } from '#web/ui/when.ts'
import { EvidenceButton } from './evidence-button.tsx'
import { OrderStatus } from '#web/items/order-state.tsx'
import { ProblemsOfOrder } from './problem-section.tsx'
import { RefundForm } from './refund-form.tsx'
import { SettleForm } from './settle-form.tsx'

/** One order with everything that happened to it. Paid lines can be refunded. */
export function OrderDialog({ id }: { id: number }) {
  const [open, setOpen] = useState(true)
  const [act, setAct] = useState<'refund' | 'settle' | null>(null)
  const [sending, setSending] = useState(false)
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /admin/orders/:id', { params: { id } }))
  return (
    <FormDialog
      open={open}
      onClose={() => setOpen(sending)} // money is on its way: the answer is waited for
      size="wide"
      title={data ? `Order ${data.number}` : 'Order'}
      {...(data && { description: `${data.buyer.name}, ${when(data.createdAt)}` })}
      footer={
        data &&
        !act && (
          <>
            <EvidenceButton order={data} />
            {data.difference && <Button onClick={() => setAct('settle')}>Settle…</Button>}
            {data.canBeRefunded && <Button onClick={() => setAct('refund')}>Refund…</Button>}
          </>
        )
      }
    >
      {isError && <Failed again={refetch}>Couldn’t load the order.</Failed>}
      {!data && !isError && <TextSkeleton lines={8} />}
      {data && act === 'refund' && (
        <RefundForm order={data} onSending={setSending} onDone={() => setAct(null)} onKeep={() => setAct(null)} />
      )}
      {data && act === 'settle' && <SettleForm order={data} onClose={() => setAct(null)} />}
      {data && !act && <Details order={data} />}
    </FormDialog>
  )
}

const Details = ({ order }: { order: DeskOrderDetail }) => (
  <div className="grid gap-6">
    <p className="num flex flex-wrap items-center gap-x-5 gap-y-2">
      <OrderStatus state={order.state} />
      <b>{price(order.total)}</b>
      {order.paidWith && <span className="text-soft">{order.paidWith}</span>}
      {order.buyerName && <span className="text-soft">Legal name: {order.buyerName}</span>}
    </p>
    {order.difference && <p className="text-warn">{order.difference}</p>}
    {order.settledDifference && <p className="text-soft">Settled: {order.settledDifference}</p>}
    <ul aria-label="Items" className="grid">
      {order.lines.map(({ id, title, licenseName, seller, adjustments, total, refunded, refusal, downloads }) => (
        <li key={id} className="num flex justify-between gap-x-6 border-t border-rail/60 py-3">
          <span className="min-w-0">
            <b className="wrap-anywhere">{title}</b>
            <span className="block text-sm text-soft">
              {seller.id === HOUSE ? licenseName : `${licenseName}, by ${seller.name}, ${downloaded(downloads)}`}
            </span>
            {adjustments.map(({ reason, amount }) => (
              <span key={reason} className="block text-sm text-soft">
                {reason}: −{price(amount)}
              </span>
            ))}
            {refusal && <span className="block text-sm text-warn">{refusal}</span>}
          </span>
          <span className="flex-none text-right">
            {price(total)}
            {refunded > 0 && <span className="block text-sm text-soft">{price(refunded)} refunded</span>}
          </span>
        </li>
      ))}
    </ul>
    <ProblemsOfOrder orderId={order.id} />
    <section aria-labelledby="happened">
      <h3 id="happened" className="mb-2 font-bold">
        What happened
      </h3>
      <ol className="grid gap-1.5">
        {order.happened.map(({ at, what }, index) => (
          <li key={index} className="num flex flex-wrap gap-x-4 text-sm">
            <span className="text-dim">{when(at)}</span>
            <span className="wrap-anywhere">{what}</span>
          </li>
        ))}
      </ol>
    </section>
  </div>
)

const downloaded = (days: number) =>
  days === 0 ? 'not downloaded' : days === 1 ? 'downloaded on one day' : `downloaded on ${days} days`
