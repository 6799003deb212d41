import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { MOST_ON_TAB, type WaitingTab } from '#contract/house-figures.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { bringIntoView } from '#web/ui/tabs.tsx'

const LOOK_EVERY = 60_000

/** How many things wait behind a tab of the desk. Nothing stands there for none. */
export const tabCount = (tab: WaitingTab) =>
  function TabCount() {
    const { data } = useQuery({
      ...apiQuery(call, 'GET /admin/overview/waiting', undefined),
      staleTime: 0,
      refetchInterval: LOOK_EVERY,
    })
    const count = data?.counts[tab] ?? 0
    const shown = useRef<HTMLSpanElement>(null)
    const isShown = count > 0
    // the number makes the row wider, and may push the chosen tab out of view
    useEffect(() => {
      const row = shown.current?.closest<HTMLElement>('[role=tablist]')
      if (row) bringIntoView(row)
    }, [isShown])
    if (!isShown) return null
    return (
      <span ref={shown} className="num font-medium text-dim">
        {count > MOST_ON_TAB ? `${MOST_ON_TAB}+` : count}
        <span className="sr-only"> waiting</span>
      </span>
    )
  }
