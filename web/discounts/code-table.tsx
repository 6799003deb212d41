import type { DiscountCode } from '#contract/discounts.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { CODE } from '#web/items/discount-columns.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { StateButtons, StatusOf, type Change } from './state-buttons.tsx'

export const CodeTable = ({ codes }: { codes: readonly DiscountCode[] }) => (
  <Table caption="Your discount codes" columns={columns} rows={codes} rowKey={({ id }) => id} />
)

const columns: Column<DiscountCode>[] = [
  CODE.code,
  CODE.off,
  CODE.items,
  CODE.when,
  CODE.uses,
  CODE.given,
  { key: 'status', head: 'Status', cell: (code) => <StatusOf of={code} /> },
  { key: 'change', head: <span className="sr-only">Change</span>, cell: (code) => <CodeButtons code={code} /> },
]

function CodeButtons({ code }: { code: DiscountCode }) {
  const change = useAction({
    send: (state: Change) => call('PATCH /me/codes/:id', { params: { id: code.id }, body: { state } }),
    failure: 'The code could not be changed.',
    refresh: ['GET /me/discounts'],
  })
  return (
    <StateButtons name={code.code} what="code" status={code.status} isHeld={code.pausedFor !== null} change={change} />
  )
}
