import { useEffect, useEffectEvent, useRef } from 'react'
import type { Submission } from '#contract/submission.ts'
import { useLetterKeys } from '#web/player/letter-keys.ts'

type Acts = Record<'approve' | 'reject', (row: Submission) => void>

/** J and K move through the rows that wait; P, A and R act on the row with the focus. Fields and dialogs keep their keys. */
export function useReviewKeys(pending: readonly Submission[], { approve, reject }: Acts) {
  const list = useRef<HTMLDivElement>(null)
  const rowElements = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-submission]') ?? [])]
  const focusRow = (element: HTMLElement | undefined) =>
    element?.querySelector<HTMLElement>('input[type=checkbox]')?.focus()
  /** Gives the focus to the next row before a row that has it leaves the list. */
  function leave(id: number) {
    const rows = rowElements()
    const at = rows.findIndex((row) => row.dataset.submission === String(id))
    if (rows[at]?.contains(document.activeElement)) focusRow(rows[at + 1] ?? rows[at - 1])
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!useLetterKeys.getState().on) return
    if (target.closest('input:not([type=checkbox]), textarea, select')) return
    if (document.querySelector('[role=dialog], [role=menu]')) return
    const rows = rowElements()
    const at = rows.findIndex((row) => row.contains(target))
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') {
      const next = at === -1 ? 0 : at + (key === 'j' ? 1 : -1)
      focusRow(rows[Math.min(rows.length - 1, Math.max(0, next))])
      return event.preventDefault()
    }
    const row = pending.find(({ id }) => String(id) === rows[at]?.dataset.submission)
    if (!row || !['p', 'a', 'r'].includes(key)) return
    event.preventDefault()
    if (event.repeat) return // a held key would decide about row after row
    if (key === 'p') rows[at]?.querySelector<HTMLElement>('[data-play] button')?.click()
    else if (key === 'a') approve(row)
    else reject(row)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    // before the player, which has keys of its own where no row has the focus
    addEventListener('keydown', listener, true)
    return () => removeEventListener('keydown', listener, true)
  }, [])
  return { list, leave }
}
