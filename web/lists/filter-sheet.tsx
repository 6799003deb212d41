import { useEffect, useState, type ComponentType } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useApiList } from '#web/api/use-api.ts'
import { withoutFilters } from './active-filters.ts'
import type { PanelProps } from './filter-panel.tsx'
import { itemsQuery, type ItemsQuery } from './list-query.ts'
import { manyItems } from './list-words.ts'
import { TYPING_PAUSE } from './use-draft.ts'
import type { List } from './use-list-state.ts'

type Props = List & { Panel: ComponentType<PanelProps>; onClose: () => void }

/** The filters on a phone. They are chosen first and applied together; the button shows the number of results. */
export default function FilterSheet({ screen, state: applied, change: apply, Panel, onClose }: Props) {
  const [state, setState] = useState(applied)
  const count = useCount(itemsQuery(screen, { ...state, page: 0 }))
  const done = () => {
    if (state !== applied) apply(state)
    onClose()
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="Filters"
      footer={
        <>
          <Button onClick={() => setState(withoutFilters(state))}>Reset</Button>
          <Button look="paper" onClick={done}>
            <span aria-live="polite">Show {count}</span>
          </Button>
        </>
      }
    >
      <Panel
        screen={screen}
        state={state}
        change={(changed) => setState({ ...state, page: 0, ...changed })}
        pause={0}
      />
    </Sheet>
  )
}

/** The number of results with the chosen filters, asked shortly after each change. */
function useCount(query: ItemsQuery) {
  const [asked, setAsked] = useState(query)
  const wanted = JSON.stringify(query)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(JSON.parse(wanted) as ItemsQuery), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data } = useApiList('GET /items', { query: { ...asked, limit: 1 } })
  return data ? manyItems(data.totalItems, data.capped, 'item') : 'items'
}
