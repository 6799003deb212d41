import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { GateOfBanned } from '#web/session/gate.tsx'
import { cx } from '#web/ui/cx.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { useLibraryAddress } from './library-address.ts'
import { LibraryList } from './library-list.tsx'
import { PromotionPanel } from './promotion-panel.tsx'
import { PurchasePanel } from './purchase-panel.tsx'
import { ServicePanel } from './service-panel.tsx'
import { chosenOf, useServices } from './use-services.ts'

const NEWS = ['purchase'] as const
const READS = ['GET /library', 'GET /library/:id'] as const

export const Component = () => (
  <GateOfBanned>
    <Library />
  </GateOfBanned>
)

/** The chosen purchase beside all of them. A phone shows one of the two. */
function Library() {
  const { state, change, address } = useLibraryAddress()
  const { tab, q, sort, page, item } = state
  const list = useQuery({
    ...apiQuery(call, 'GET /library', { query: { tab, q, sort, page } }),
    placeholderData: keepPreviousData,
  })
  useNewsOf(NEWS, READS)
  useLastPage(list.isPlaceholderData ? undefined : list.data, (last) => address({ page: last }))
  const services = useServices(state)
  const { subscription, promotion, opened } = chosenOf(services, state)
  const first = opened === null ? list.data?.items[0]?.purchaseId : undefined
  const chosen = subscription || promotion ? null : (item ?? first ?? null)
  const panel = useRef<HTMLElement>(null)
  useFocusOnPhone(panel, opened)
  const row = list.data?.items.find(({ purchaseId }) => purchaseId === chosen)
  return (
    <div className="wrap pt-6 pb-16 md:pt-10">
      <h1 className={cx('disp text-[46px] md:text-[64px]', opened !== null && 'max-md:sr-only')}>Library</h1>
      <div className="mt-3 grid items-start gap-x-14 md:mt-7 lg:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
        <aside
          ref={panel}
          aria-label="Chosen item"
          className={cx(
            'rounded-md bg-curb p-6 max-md:-mx-4 max-md:-mt-9 max-md:rounded-none max-md:px-4 max-md:pt-2 max-lg:mb-8',
            'lg:sticky lg:top-22 lg:max-h-[calc(100dvh-12rem)] lg:overflow-y-auto',
            opened === null && 'max-md:hidden',
          )}
        >
          {subscription ? (
            <ServicePanel key={subscription.id} service={subscription} back={address({ page })} />
          ) : promotion ? (
            <PromotionPanel key={promotion.id} promotion={promotion} back={address({ page })} />
          ) : chosen !== null ? (
            <PurchasePanel key={chosen} id={chosen} row={row} back={address({ page })} address={address} />
          ) : (
            <p className="text-soft">
              {list.isPending || opened !== null ? 'Loading your library…' : 'Select an item from your library.'}
            </p>
          )}
        </aside>
        <div className={cx('min-w-0', opened !== null && 'max-md:hidden')}>
          <LibraryList
            list={list}
            services={services}
            state={state}
            chosen={chosen}
            service={subscription ?? promotion ?? null}
            change={change}
            address={address}
          />
        </div>
      </div>
    </div>
  )
}

/** A phone shows the chosen item in the place of the list, so the focus goes to its heading. */
function useFocusOnPhone(panel: { current: HTMLElement | null }, item: number | null) {
  const narrow = useNarrow()
  const before = useRef(item)
  useEffect(() => {
    const wasChosen = item !== null && before.current !== item
    before.current = item
    if (!narrow || !wasChosen) return
    scrollTo(0, 0)
    panel.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [panel, narrow, item])
}
