import { Table } from '#web/ui/table.tsx'

const plans = [
  {
    name: 'Free',
    price: '$0',
    uploads: '3 beats, 1 pack, 1 kit',
    payouts: 'Weekly',
    review: 'Standard',
    promotions: 'Full price',
  },
  {
    name: 'Growth',
    price: '$5.99 a month or $59 a year',
    uploads: 'Unlimited',
    payouts: 'Weekly or on demand',
    review: 'Fast',
    promotions: '10% off',
  },
  {
    name: 'Pro',
    price: '$14.99 a month or $149 a year',
    uploads: 'Unlimited',
    payouts: 'Weekly or on demand',
    review: 'Priority',
    promotions: '20% off',
  },
]

export const PlanTable = () => (
  <Table
    caption="What each plan costs and brings"
    rows={plans}
    rowKey={({ name }) => name}
    columns={[
      { key: 'name', head: 'Plan', cell: ({ name }) => name, title: true },
      { key: 'price', head: 'Price', cell: ({ price }) => price },
      { key: 'uploads', head: 'Uploads', cell: ({ uploads }) => uploads },
      { key: 'payouts', head: 'Payouts', cell: ({ payouts }) => payouts },
      { key: 'review', head: 'Review', cell: ({ review }) => review },
      { key: 'promotions', head: 'Promotions', cell: ({ promotions }) => promotions },
    ]}
  />
)
