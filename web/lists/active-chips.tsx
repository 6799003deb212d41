import { X } from '#web/ui/icons.ts'
import type { MouseEvent } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Press } from '#web/ui/press.tsx'
import { activeFilters, withoutFilters } from './active-filters.ts'
import type { ListState } from './list-state.ts'
import type { List } from './use-list-state.ts'

/** The active filters. A press removes one; a button removes all. */
export function ActiveChips({ screen, state, change, address }: List) {
  const active = activeFilters(screen, state)
  const beginning = activeFilters(screen, withoutFilters(state))
  // the pressed chip disappears, so the focus moves to the results
  const press = (event: MouseEvent<HTMLElement>, changed: Partial<ListState>) => {
    event.currentTarget.closest('section')?.focus({ preventScroll: true })
    change(changed)
  }
  if (active.length === 0 && beginning.length === 0) return null
  const changed = active.map(({ name }) => name).join() !== beginning.map(({ name }) => name).join()
  return (
    <div role="group" aria-label="Filters that are on" className="flex flex-wrap items-center gap-2">
      {active.map(({ name, remove }) => (
        <Press
          key={name}
          href={address?.(remove)}
          onPress={(event) => press(event, remove)}
          className="inline-flex h-9 items-center gap-1.5 rounded-sm bg-wall px-3 text-sm font-semibold hover:bg-step max-md:h-11"
        >
          <span className="sr-only">Remove </span>
          {name}
          <Icon of={X} size={15} className="-mr-0.5 text-soft" />
        </Press>
      ))}
      {changed && (
        <Press
          className={buttonClass({ look: 'ghost', size: 36 }, 'max-md:h-11')}
          href={address?.(withoutFilters(state))}
          onPress={(event) => press(event, withoutFilters(state))}
        >
          Reset
        </Press>
      )}
    </div>
  )
}
