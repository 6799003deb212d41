import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { dragOrder } from './drag-order.ts'
import { SoundRow, type SoundRowProps, type Step } from './sound-row.tsx'

export type SoundListRow = Omit<SoundRowProps, 'onPlay' | 'onRemove' | 'onMove'> & { key: string }

type Props = {
  /** The accessible name of the list. */
  label: string
  rows: SoundListRow[]
  onPlay: (index: number) => void
  onRemove?: (index: number) => void
  onMove?: (from: number, to: number) => void
}

const targets: Record<Step, (from: number, last: number) => number> = {
  up: (from) => Math.max(0, from - 1),
  down: (from, last) => Math.min(last, from + 1),
  first: () => 0,
  last: (_, last) => last,
}

/** Rows that can be reordered and removed, by pointer and by keys. Changes are announced. */
export function SoundList({ label, rows, onPlay, onRemove, onMove }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const { keepFocus, focusNext } = useFocus(list, rows)
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (!row || !onMove) return
    setSaid(`${row.title}, place ${to + 1} of ${rows.length}`)
    if (from === to) return
    keepFocus()
    onMove(from, to)
  }
  const remove = (index: number) => {
    focusNext(index)
    setSaid(`Removed ${rows[index]?.title}`)
    onRemove?.(index)
  }
  const drop = useEffectEvent(move)
  useEffect(() => (list.current ? dragOrder(list.current, (from, to) => drop(from, to)) : undefined), [])
  return (
    <>
      <ol ref={list} aria-label={label} tabIndex={-1} className="outline-none">
        {rows.map(({ key, ...row }, index) => (
          <SoundRow
            key={key}
            {...row}
            onPlay={() => onPlay(index)}
            onRemove={onRemove && (() => remove(index))}
            onMove={onMove && ((step) => move(index, targets[step](index, rows.length - 1)))}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

/** Restores the focus: a moved row loses it, and a removed row takes it away. */
function useFocus(list: { current: HTMLElement | null }, rows: SoundListRow[]) {
  const wanted = useRef<(() => HTMLElement | null | undefined) | null>(null)
  useLayoutEffect(() => {
    const target = wanted.current?.()
    wanted.current = null
    target?.focus()
  }, [rows])
  return {
    keepFocus: () => {
      const active = document.activeElement as HTMLElement | null
      wanted.current = () => (list.current?.contains(active) ? active : null)
    },
    /** Focuses the row that takes the place of the removed one, or the list if none is left. */
    focusNext: (index: number) => {
      wanted.current = () => {
        const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]')
        return buttons?.[Math.min(index, buttons.length - 1)] ?? list.current
      }
    },
  }
}
