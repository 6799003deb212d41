import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DESK_DISCOUNT_STATES, type DeskDiscountState } from '#contract/discount-limits.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { CODE_COLUMNS, DEAL_COLUMNS } from './code-columns.tsx'
import { DeskSearch } from './desk-search.tsx'
import { OnlyOf } from './only-of.tsx'
import { PagedTable } from './paged-table.tsx'

const KINDS = [
  ['codes', 'Codes'],
  ['deals', 'Deals'],
] as const
const WORDS: Record<DeskDiscountState, string> = {
  active: 'Active',
  paused: 'Paused',
  held: 'Paused by us',
  ended: 'Ended',
}
const STATES = DESK_DISCOUNT_STATES.map((state) => [state, WORDS[state]] as const)

/** The discount codes and deals of all sellers. */
export function Component() {
  const { part } = useDeskAddress()
  const isDeals = part('what') === 'deals'
  const state = DESK_DISCOUNT_STATES.find((one) => one === part('show'))
  return (
    <section aria-label="Codes and deals">
      <OnlyOf what="Codes and deals of" />
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <DeskSearch label="Search codes" what={isDeals ? 'Seller' : 'Code or seller'} />
        <ChoiceChips label="Kind" name="what" choices={KINDS} chosen={isDeals ? 'deals' : 'codes'} start="codes" />
        <ChoiceChips label="State" name="show" choices={STATES} chosen={state} />
      </div>
      {isDeals ? <Deals state={state} /> : <Codes state={state} />}
    </section>
  )
}

type Props = { state: DeskDiscountState | undefined }

function useAsked(state: Props['state']) {
  const { q, page, person } = useDeskAddress()
  return { q, page, ...(state && { state }), ...(person && { seller: person }) }
}

function Codes({ state }: Props) {
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/codes', { query: useAsked(state) }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      query={query}
      caption="Codes"
      columns={CODE_COLUMNS}
      failure="Couldn’t load the codes."
      empty="No code fits that."
    />
  )
}

function Deals({ state }: Props) {
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/deals', { query: useAsked(state) }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      query={query}
      caption="Deals"
      columns={DEAL_COLUMNS}
      failure="Couldn’t load the deals."
      empty="No deal fits that."
    />
  )
}
