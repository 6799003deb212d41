import type { Deal, DiscountCode } from '#contract/discounts.ts'
import { LICENSE_NAMES } from '#contract/license-types.ts'
import type { Column } from '#web/ui/table.tsx'
import { conditionWords, dealWords, itemWords, offWords, usesWords, whenWords } from './discount-words.ts'
import { exactly, price } from './format.ts'

const WHEN: Column<DiscountCode | Deal> = {
  key: 'when',
  head: 'When',
  cell: (row) => <span className="max-md:text-right">{whenWords(row)}</span>,
}
const GIVEN: Column<DiscountCode | Deal> = {
  key: 'given',
  head: 'Given',
  numeric: true,
  cell: ({ given }) => price(given),
}

/** The columns of a code that its seller and the operator see. */
export const CODE = {
  code: { key: 'code', head: 'Code', title: true, cell: ({ code }) => <b className="wrap-anywhere">{code}</b> },
  off: {
    key: 'off',
    head: 'Takes off',
    cell: (code) => (
      <span className="max-md:text-right">
        {offWords(code)}
        <span className="block text-[13px] text-dim">{conditionWords(code)}</span>
      </span>
    ),
  },
  items: {
    key: 'items',
    head: 'For',
    cell: (code) => <span className="wrap-anywhere max-md:text-right">{itemWords(code)}</span>,
  },
  when: WHEN,
  uses: { key: 'uses', head: 'Used', numeric: true, cell: usesWords },
  given: GIVEN,
} satisfies Record<string, Column<DiscountCode>>

export const DEAL = {
  deal: { key: 'deal', head: 'Deal', title: true, cell: (deal) => <b>{dealWords(deal)}</b> },
  items: {
    key: 'items',
    head: 'For',
    cell: (deal) => (
      <span className="wrap-anywhere max-md:text-right">
        {itemWords(deal)}
        {deal.licenseType && <span className="block text-[13px] text-dim">{LICENSE_NAMES[deal.licenseType]}</span>}
      </span>
    ),
  },
  when: WHEN,
  uses: { key: 'uses', head: 'Used', numeric: true, cell: ({ uses }) => exactly(uses) },
  given: GIVEN,
} satisfies Record<string, Column<Deal>>
