import { PLAN_NAMES, PLANS } from '#contract/plans.ts'
import { Table, type Column } from '#web/ui/table.tsx'
import { PLAN_ROWS, pricesOf } from './plan-rows.ts'

type Row = { name: string; texts: Record<(typeof PLAN_NAMES)[number], string> }

const textsOf = (text: (plan: (typeof PLAN_NAMES)[number]) => string) => ({
  free: text('free'),
  growth: text('growth'),
  pro: text('pro'),
})
const rows: Row[] = [
  { name: 'Price', texts: textsOf(pricesOf) },
  ...PLAN_ROWS.map(({ name, cell }) => ({ name, texts: textsOf((plan) => cell(plan).text) })),
]
const columns: Column<Row>[] = [
  { key: 'name', head: 'What it is', cell: ({ name }) => name, title: true },
  ...PLAN_NAMES.map((plan) => ({ key: plan, head: PLANS[plan].name, cell: ({ texts }: Row) => texts[plan] })),
]

/** What each plan costs and brings, for pages of text. */
export const PlanTable = () => (
  <Table caption="What each plan costs and brings" rows={rows} rowKey={({ name }) => name} columns={columns} />
)
