import { ArrowRight } from '#web/ui/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { ItemRow } from '#web/items/item-row.tsx'
import { Shelf } from '#web/items/shelf.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import type { Many } from '#web/items/kinds.ts'
import { Hero } from './hero.tsx'
import { RANKING, SHELF, SLOTS } from './landing-lists.ts'
import { NumberOne } from './number-one.tsx'
import { StyleCarousel } from './style-carousel.tsx'
import { useOptionalPart } from './use-optional-part.ts'

/**
 * A list that fails says so, and the rest of the page works. Parts below the first screen are hydrated one by one
 * (Suspense): all at once they would block a slow phone.
 */
export function Landing() {
  const popular = useOptionalPart('GET /beats/popular', RANKING)
  const newest = useOptionalPart('GET /beats/new', RANKING)
  const styles = useOptionalApi('GET /styles')?.items ?? []
  const first = popular.data?.items[0]
  const ranked = [...(newest.data?.items ?? []), ...(popular.data?.items ?? [])]
  return (
    <>
      <Hero />
      {first && <NumberOne item={first} list={popular.data!.items} />}
      {styles.length > 0 && <StyleCarousel styles={styles} />}
      <Suspense>
        <Featured type="beats" place={0} elsewhere={ranked} title="Featured Beats" empty="Feature the first beat." />
      </Suspense>
      <Suspense>
        <Featured type="packs" place={1} title="Featured Packs" empty="Feature the first pack." />
      </Suspense>
      <Suspense>
        <Featured type="kits" place={2} title="Featured Kits" empty="Feature the first kit." />
      </Suspense>
      <div className="wrap grid gap-x-12 lg:grid-cols-2">
        <Suspense>
          <Ranking title="New" all={paths.charts('new')} part={newest} empty="No new yet." />
        </Suspense>
        <Suspense>
          <Ranking title="Popular" all={paths.charts('popular')} part={popular} empty="No popular yet." />
        </Suspense>
      </div>
    </>
  )
}

type FeaturedProps = { type: Many; place: number; elsewhere?: readonly Item[]; title: string; empty: string }

function Featured({ type, title, empty, ...slot }: FeaturedProps) {
  const { data, failed, refetch } = useOptionalPart(`GET /${type}/featured`, SHELF)
  const slots = useQuery({ ...apiQuery(call, 'GET /promotions/slots', SLOTS), staleTime: Infinity }).data
  return (
    <Shelf
      slots={slots}
      {...slot}
      title={title}
      action={<ViewAll to={paths.browse({ type, featured: true })}>{title}</ViewAll>}
      items={data?.items}
      empty={empty}
      again={failed && refetch}
    />
  )
}

type Part = { data: { items: Item[] } | undefined; failed: boolean; refetch: () => unknown }
type Section = { title: string; all: string; part: Part; empty: string }

function Ranking({ title, all, part: { data, failed, refetch }, empty }: Section) {
  return (
    <section aria-label={title} className="below-the-fold min-w-0 pt-11 md:pt-14">
      <SectionHeading className="mb-3" action={<ViewAll to={all}>{title}</ViewAll>}>
        {title}
      </SectionHeading>
      {failed && <Failed again={refetch}>Failed to load items.</Failed>}
      {data?.items.length === 0 && <EmptyState>{empty}</EmptyState>}
      <ol className="border-b border-rail/60">
        {data?.items.map((item, index) => (
          <ItemRow key={item.id} item={item} list={data.items} rank={index + 1} />
        ))}
      </ol>
    </section>
  )
}

const ViewAll = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonClass({ look: 'ghost', size: 36 }, '-mr-3')}>
    View all<span className="sr-only"> {children}</span>
    <Icon of={ArrowRight} size={17} />
  </Link>
)
