import { useEffect, useRef } from 'react'
import { whenIdle } from '#web/on-demand/when-idle.ts'
import { slotCode } from './slot-code.ts'
import type { Placed } from './placed.ts'

/** The attributes by which a place in a watched list is found. */
export const slotMarks = ({ token, isPromoted, item }: Placed) =>
  token === null ? {} : { 'data-slot': token, ...(isPromoted && { 'data-promoted': item.id }) }

/** Watches the places of a list, once the page is idle. */
export function useWatchedSlots<E extends HTMLElement>(list: readonly Placed[]) {
  const root = useRef<E>(null)
  const tokens = list.flatMap(({ token }) => token ?? []).join(' ')
  useEffect(() => {
    if (!tokens) return undefined
    let end = () => {}
    let isOver = false
    const cancel = whenIdle(() => {
      slotCode
        .load()
        .then(({ watch }) => {
          if (!isOver && root.current) end = watch(root.current)
        })
        .catch(() => {}) // what is seen is not counted then
    })
    return () => {
      isOver = true
      cancel()
      end()
    }
  }, [tokens])
  return root
}
