import { ArrowRight } from '#web/ui/icons.ts'
import { Suspense, type ReactNode } from 'react'
import type { Item } from '#contract/item.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { ItemRow } from '#web/items/item-row.tsx'
import { Shelf } from '#web/items/shelf.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import type { Many } from '#web/items/kinds.ts'
import { Hero } from './hero.tsx'
import { RANKING, SHELF } from './landing-lists.ts'
import { NumberOne } from './number-one.tsx'
import { StyleCarousel } from './style-carousel.tsx'

/**
 * If a list fails it is empty, and the rest of the page works. Parts below the first screen are hydrated one by one
 * (Suspense): all at once they would block a slow phone.
 */
export function Landing() {
  const popular = useOptionalApi('GET /beats/popular', RANKING)?.items ?? []
  const newest = useOptionalApi('GET /beats/new', RANKING)?.items ?? []
  const styles = useOptionalApi('GET /styles')?.items ?? []
  return (
    <>
      <Hero />
      {popular[0] && <NumberOne item={popular[0]} list={popular} />}
      {styles.length > 0 && <StyleCarousel styles={styles} />}
      <Suspense>
        <Featured type="beats" title="Featured Beats" empty="Feature the first beat." />
      </Suspense>
      <Suspense>
        <Featured type="packs" title="Featured Packs" empty="Feature the first pack." />
      </Suspense>
      <Suspense>
        <Featured type="kits" title="Featured Kits" empty="Feature the first kit." />
      </Suspense>
      <div className="wrap grid gap-x-12 lg:grid-cols-2">
        <Suspense>
          <Ranking title="New" all={paths.charts('new')} items={newest} empty="No new yet." />
        </Suspense>
        <Suspense>
          <Ranking title="Popular" all={paths.charts('popular')} items={popular} empty="No popular yet." />
        </Suspense>
      </div>
    </>
  )
}

type FeaturedProps = { type: Many; title: string; empty: string }

const Featured = ({ type, title, empty }: FeaturedProps) => (
  <Shelf
    title={title}
    action={<ViewAll to={paths.browse({ type, featured: true })}>{title}</ViewAll>}
    items={useOptionalApi(`GET /${type}/featured`, SHELF)?.items ?? []}
    empty={empty}
  />
)

type Section = { title: string; all: string; items: Item[]; empty: string }

function Ranking({ title, all, items, empty }: Section) {
  return (
    <section aria-label={title} className="below-the-fold min-w-0 pt-11 md:pt-14">
      <SectionHeading className="mb-3" action={<ViewAll to={all}>{title}</ViewAll>}>
        {title}
      </SectionHeading>
      {items.length === 0 && <EmptyState>{empty}</EmptyState>}
      <ol className="border-b border-rail/60">
        {items.map((item, index) => (
          <ItemRow key={item.id} item={item} list={items} rank={index + 1} />
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
