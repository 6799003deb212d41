import { useMemo } from 'react'
import { useParams } from '#web/router/hooks.ts'
import { isStyle } from '#contract/styles.ts'
import { useApi } from '#web/api/use-api.ts'
import { GENRES } from '#web/lists/genres.ts'
import { useItems } from '#web/lists/list-result.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useSlots } from '#web/lists/list-slots.ts'
import { manyItems } from '#web/lists/list-words.ts'
import { styleScreen } from '#web/lists/screens.ts'
import { useListState } from '#web/lists/use-list-state.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { NoResults } from './no-results.tsx'
import { RowList, RowListSkeleton } from '#web/lists/row-list.tsx'
import { StylePanel } from './style-panel.tsx'
import { StylePicture } from './style-picture.tsx'

/** The key makes another style a new list: nothing of the old one is shown in it. */
export function StylePage() {
  const { slug = '' } = useParams()
  return isStyle(slug) ? <StyleOf key={slug} slug={slug} /> : <NoStyle />
}

const NoStyle = () => (
  <div className="wrap grid justify-items-start gap-4 pt-10">
    <h1 className="text-xl font-bold">We don’t know this style.</h1>
    <p className="text-soft">These are the thirteen that we know:</p>
    <ul className="flex max-w-150 flex-wrap gap-2">
      {GENRES.map(({ slug, name, line }) => (
        <li key={slug} data-line={line}>
          <Link to={paths.style(slug)} className={buttonClass({}, 'gap-2')}>
            <span aria-hidden className="size-2.5 rounded-full bg-(--l)" />
            {name} Drill
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

function StyleOf({ slug }: { slug: string }) {
  const screen = useMemo(() => styleScreen(slug), [slug])
  const list = useListState(screen)
  const slots = useSlots('style', list)
  const style = useApi('GET /styles/:slug', { params: { slug } })
  return (
    <ListPage
      {...list}
      result={useItems(list)}
      noun="result"
      header={<StyleHeader slug={slug} />}
      search={`Search ${style.title} beats…`}
      Panel={StylePanel}
      skeleton={<RowListSkeleton />}
      empty={style.trackCount === 0 ? <EmptyState>No items yet.</EmptyState> : <NoResults />}
      failure="Failed to load items."
    >
      {(items, firstRank) => <RowList items={items} slots={slots} firstRank={firstRank} tags={3} />}
    </ListPage>
  )
}

function StyleHeader({ slug }: { slug: string }) {
  const style = useApi('GET /styles/:slug', { params: { slug } })
  return (
    <div data-line={style.line} className="mb-6 border-b-4 border-(--l) bg-curb md:mb-8">
      <div className="wrap flex items-stretch justify-between gap-6 overflow-hidden">
        <div className="min-w-0 py-8 md:py-12">
          <LineCode line={style.line} className="text-[22px]">
            {style.code}
          </LineCode>
          <h1 className="disp mt-3 text-[56px] md:text-[104px]">{style.title}</h1>
          <p className="mt-4 max-w-150 text-[16px] text-soft">{style.description}</p>
          <p className="num mt-2 font-semibold">{manyItems(style.trackCount, style.capped, 'track')}</p>
        </div>
        {style.image && (
          <div className="relative w-75 flex-none max-md:hidden">
            <StylePicture
              src={style.image}
              sizes="300px"
              className="absolute inset-0 size-full object-cover object-[50%_25%]"
            />
          </div>
        )}
      </div>
    </div>
  )
}
