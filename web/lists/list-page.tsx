import { SlidersHorizontal } from '#web/ui/icons.ts'
import { useState, type ComponentType, type ReactNode } from 'react'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { useOnDemand } from '#web/on-demand/use-on-demand.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { activeFilters } from './active-filters.ts'
import { ActiveChips } from './active-chips.tsx'
import type { PanelProps } from './filter-panel.tsx'
import { Results, type ResultsProps } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { SortSelect } from './sort-select.tsx'
import { TYPING_PAUSE } from './use-draft.ts'

const sheet = onDemand(() => import('./filter-sheet.tsx'))

type Props<T> = Omit<ResultsProps<T>, 'active'> & {
  header: ReactNode
  /** The search box shows this text while it is empty. A list without the text has no search box. */
  search?: string
  sortable?: boolean
  /** Rows of chips above the list. */
  chips?: ReactNode
  Panel: ComponentType<PanelProps>
  /** Wraps the results in the tabs that they belong to. */
  frame?: (results: ReactNode) => ReactNode
  footer?: ReactNode
}

/** The frame of all lists of items: filters at the left, or in a sheet on a phone, and the results. */
export function ListPage<T>({ header, search, sortable = false, chips, Panel, frame, footer, ...results }: Props<T>) {
  const { screen, state, change, address } = results
  const list = { screen, state, change, ...(address && { address }) }
  const shown = <Results {...results} active={<ActiveChips {...list} />} />
  return (
    <div className="pb-4">
      {header}
      <div className="wrap">
        <div className="flex gap-3 max-md:flex-col">
          {search && <SearchBox {...list} placeholder={search} label={search.replace('…', '')} />}
          <div className={cx('flex gap-3', !sortable && 'lg:hidden')}>
            {sortable && <SortSelect {...list} />}
            <FilterButton {...list} Panel={Panel} />
          </div>
        </div>
        {chips && <div className="mt-3 grid grid-cols-1 gap-x-8 gap-y-2 md:flex md:flex-wrap">{chips}</div>}
        <div className="mt-6 lg:grid lg:grid-cols-[248px_minmax(0,1fr)] lg:gap-10">
          <section aria-label="Filters" className="max-lg:hidden">
            <h2 className="sr-only">Filters</h2>
            <Panel {...list} pause={TYPING_PAUSE} />
          </section>
          <div className="min-w-0">{frame ? frame(shown) : shown}</div>
        </div>
        {footer}
      </div>
    </div>
  )
}

function FilterButton(props: Pick<PanelProps, 'screen' | 'state' | 'change'> & { Panel: ComponentType<PanelProps> }) {
  const [open, setOpen] = useState(false)
  const [FilterSheet, load] = useOnDemand(sheet)
  const on = activeFilters(props.screen, props.state).length
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => void load().then(setOpen)}
        className="h-12 max-md:flex-1 lg:hidden"
      >
        <Icon of={SlidersHorizontal} size={18} />
        Filters
        {on > 0 && (
          <span className="num grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1.5 text-[12px] text-night">
            {on}
            <span className="sr-only"> on</span>
          </span>
        )}
      </Button>
      {open && FilterSheet && <FilterSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
