import { useEffect, useEffectEvent, useRef } from 'react'
import type { Submission } from '#contract/moderation.ts'

type Acts = Record<'approve' | 'reject', (row: Submission) => void>

/** J and K move through the rows that wait; P, A and R act on the row with the focus. Fields and dialogs keep their keys. */
export function useReviewKeys(pending: readonly Submission[], { approve, reject }: Acts) {
  const list = useRef<HTMLDivElement>(null)
  const rowElements = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-submission]') ?? [])]
  const focusRow = (element: HTMLElement | undefined) =>
    element?.querySelector<HTMLElement>('input[type=checkbox]')?.focus()
  /** The next row gets the focus before this one leaves the list. */
  function decide(rows: HTMLElement[], at: number, act: () => void) {
    focusRow(rows[at + 1] ?? rows[at - 1])
    act()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest('input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]')) return
    const rows = rowElements()
    const at = rows.findIndex((row) => row.contains(target))
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') {
      const next = at === -1 ? 0 : at + (key === 'j' ? 1 : -1)
      focusRow(rows[Math.min(rows.length - 1, Math.max(0, next))])
      return event.preventDefault()
    }
    const row = pending.find(({ id }) => String(id) === rows[at]?.dataset.submission)
    if (!row) return
    if (key === 'p') rows[at]?.querySelector<HTMLElement>('[data-play] button')?.click()
    else if (key === 'a') decide(rows, at, () => approve(row))
    else if (key === 'r') reject(row)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return list
}
