import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { readList, writeList } from './list-address.ts'
import type { ListScreen, ListState } from './list-state.ts'

/** `typing` names a control that changes many times in a row. Its changes are one step in the history. */
type Change = (change: Partial<ListState>, typing?: string) => void
export type List = {
  screen: ListScreen
  state: ListState
  change: Change
  /** The address of the list after a change. Missing where changes are collected first. */
  address?: (changed: Partial<ListState>) => string
}

/** The state of a list is its address, so reloading, Back and sharing keep it. */
export function useListState(screen: ListScreen): Required<List> {
  const { search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readList(screen, new URLSearchParams(search)), [screen, search])
  // for two quick changes: the second must keep the first, which is not yet in the address
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  }, [state])

  function change(changed: Partial<ListState>, typing?: string) {
    latest.current = { ...latest.current, page: 0, ...changed }
    void navigate(writeList(screen, latest.current), {
      preventScrollReset: true,
      replace: typing !== undefined && typingNow() === typing,
      state: typing ? { typing } : null,
    })
  }
  const address = (changed: Partial<ListState>) => writeList(screen, { ...state, page: 0, ...changed })
  return { screen, state, change, address }
}

/** Read from the history, because a change may come before the page shows the last one. */
const typingNow = () => (history.state as { state?: { typing?: string } | null } | null)?.state?.typing
