import { useState } from 'react'
import type { DeskOrderDetail } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { OF_ORDERS } from './order-calls.ts'
import { ReasonForm } from './reason-form.tsx'

type Props = { order: DeskOrderDetail; onClose: () => void }

/** Settles a difference to the books of the payment provider. */
export function SettleForm({ order: { id, difference }, onClose }: Props) {
  const [read] = useState(difference ?? '') // what is settled is what was read, also if the order is loaded anew
  return (
    <ReasonForm
      title="Settle the difference"
      text={`${read} Once settled, the difference leaves the list. Nothing is booked. It comes back if a message of the provider tells anything else.`}
      hint="Only admins read it, in the history of the order and in the audit log."
      label="Settle it"
      success="The difference is settled."
      send={(reason) =>
        call('POST /admin/orders/:id/settle-difference', { params: { id }, body: { difference: read, reason } })
      }
      refresh={OF_ORDERS}
      onClose={onClose}
    />
  )
}
