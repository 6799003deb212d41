import type { DiscountCode } from '#contract/discounts.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { price } from '#web/items/format.ts'
import { Table, type Column } from '#web/ui/table.tsx'
import { StateButtons, StatusOf, type Change } from './state-buttons.tsx'
import { conditionWords, itemWords, offWords, usesWords, whenWords } from '#web/items/discount-words.ts'

export const CodeTable = ({ codes }: { codes: readonly DiscountCode[] }) => (
  <Table caption="Your discount codes" columns={columns} rows={codes} rowKey={({ id }) => id} />
)

const columns: Column<DiscountCode>[] = [
  { key: 'code', head: 'Code', title: true, cell: ({ code }) => <b className="wrap-anywhere">{code}</b> },
  {
    key: 'off',
    head: 'Takes off',
    cell: (code) => (
      <span className="max-md:text-right">
        {offWords(code)}
        <span className="block text-[13px] text-dim">{conditionWords(code)}</span>
      </span>
    ),
  },
  {
    key: 'items',
    head: 'For',
    cell: (code) => <span className="wrap-anywhere max-md:text-right">{itemWords(code)}</span>,
  },
  { key: 'when', head: 'When', cell: (code) => <span className="max-md:text-right">{whenWords(code)}</span> },
  { key: 'uses', head: 'Used', numeric: true, cell: usesWords },
  { key: 'given', head: 'Given', numeric: true, cell: ({ given }) => price(given) },
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
