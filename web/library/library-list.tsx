import { useRef } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LibrarySubscription } from '#contract/billing.ts'
import type { ReplyOf } from '#contract/caller.ts'
import { LIBRARY_TABS, type LibrarySort, type LibraryTab } from '#contract/library-values.ts'
import type { Promotion } from '#contract/promotions.ts'
import type { LibraryPurchase } from '#contract/purchases.ts'
import { kinds, kindOf } from '#web/items/kinds.ts'
import { exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { TypedSearch } from '#web/lists/typed-search.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { groupBy } from '#web/ui/group-by.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { LibraryState, useLibraryAddress } from './library-address.ts'
import { PurchaseRow } from './purchase-row.tsx'
import { ServiceRows } from './service-rows.tsx'
import type { Services } from './use-services.ts'

type Address = Pick<ReturnType<typeof useLibraryAddress>, 'change' | 'address'>
type Props = Address & {
  list: UseQueryResult<ReplyOf<'GET /library'>>
  state: LibraryState
  chosen: number | null
  services: Services
  /** The chosen subscription or promotion. */
  service: LibrarySubscription | Promotion | null
}

const sortNames: Record<LibrarySort, string> = {
  kind: 'By type',
  newest: 'Newest first',
  title: 'By title',
  price: 'By price',
}
const nameOf = (tab: LibraryTab) => (tab === 'all' ? 'All' : tab === 'services' ? 'Services' : kinds[kindOf(tab)].names)

/** Everything that was bought, with tabs, search and order. */
export function LibraryList({ list, services, state, chosen, service, change, address }: Props) {
  const { data } = list
  const search = useRef<HTMLInputElement>(null)
  const failed = [list.isError && !data && list.refetch, services.isError && services.again].filter((again) => !!again)
  const isEmpty = data?.items.length === 0 && services.isEmpty
  const isPending = list.isPending || (isEmpty && services.isPending)
  const countOf = (tab: LibraryTab) => data!.counts[tab] + (tab === 'all' || tab === 'services' ? services.found : 0)
  const clear = () => {
    change({ q: '' })
    search.current?.focus() // the focused button is gone
  }
  return (
    <>
      <Tabs
        label="Kinds"
        value={state.tab}
        onChange={(tab) => change({ tab })}
        href={(tab) => address({ tab })}
        tabs={LIBRARY_TABS.map((tab) => ({
          value: tab,
          label: (
            <span>
              {nameOf(tab)} {data && <span className="num font-normal text-dim">{exactly(countOf(tab))}</span>}
            </span>
          ),
        }))}
      />
      <div className="mt-4 mb-2 flex flex-wrap items-center gap-3">
        <TypedSearch
          ref={search}
          name="Search your library"
          label="Search your library"
          placeholder="Search your library…"
          q={state.q}
          onSearch={(q) => change({ q }, { isTyping: true })}
        />
        <Select
          aria-label="Sort by"
          value={state.sort}
          onChange={({ target }) => change({ sort: target.value as LibrarySort })}
          className="w-44 max-md:w-full md:ml-auto"
        >
          {Object.entries(sortNames).map(([sort, name]) => (
            <option key={sort} value={sort}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <p role="status" className="sr-only">
        {state.q && data && !list.isPlaceholderData && `${exactly(countOf(state.tab))} found`}
      </p>
      {failed.length > 0 && (
        <Failed again={() => failed.forEach((again) => void again())} className="mt-8">
          Failed to load your library.
        </Failed>
      )}
      {isPending && (
        <div role="status" aria-busy aria-label="Loading your library" className="mt-6">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <RowSkeleton key={row} />
          ))}
        </div>
      )}
      <ServiceRows services={services} chosen={service} {...{ state, address }} />
      {isEmpty && !isPending && failed.length === 0 && (
        <div className="mt-8 grid justify-items-start gap-4">
          <p className="text-lg text-soft">No items found.</p>
          {state.q ? (
            <Button onClick={clear}>Clear search</Button>
          ) : (
            <Link to={paths.browse()} className={buttonClass({ look: 'rail' })}>
              Find beats
            </Link>
          )}
        </div>
      )}
      {data && <Groups items={data.items} grouped={state.sort === 'kind'} {...{ state, chosen, address }} />}
      <Pager
        label="Pages"
        className="mt-6"
        page={state.page}
        total={data?.totalPages ?? 0}
        link={(page, props) => <Link {...props} to={address({ page })} />}
      />
    </>
  )
}

type GroupsProps = Pick<Props, 'state' | 'chosen' | 'address'> & { items: LibraryPurchase[]; grouped: boolean }

/** The rows; in the order of types, each type has its heading. */
function Groups({ items, grouped, state, chosen, address }: GroupsProps) {
  const groups = groupBy(items, ({ kind }) => (grouped ? kinds[kind].names : 'Purchases'))
  return [...groups].map(([name, rows]) => (
    <section key={name} aria-label={name} className="@container">
      {grouped && <h2 className="pt-4.5 pb-2 text-[13px] font-semibold text-dim">{name}</h2>}
      <ul>
        {rows.map((row) => (
          <PurchaseRow
            key={row.purchaseId}
            purchase={row}
            chosen={row.purchaseId === chosen}
            to={address({ page: state.page, item: row.purchaseId })}
          />
        ))}
      </ul>
    </section>
  ))
}
