import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type PointerEvent, type ReactNode } from 'react'
import type { Suggestions } from '#contract/search.ts'
import { cancellableCall } from '#web/api/call.ts'
import { cx } from '#web/ui/cx.ts'
import { useCombobox } from '#web/ui/use-combobox.ts'

const PAUSE = 150

/** `value` is what an option stands for: an address, a name. */
export type Option = { key: string; value: string; face: ReactNode }
export type Group = { name: string; options: Option[] }

type Props = {
  input: HTMLInputElement
  /** Places the list. */
  className: string
  groupsOf: (found: Suggestions) => Group[]
  onChoose: (value: string) => void
}

/** Suggestions while someone types into this input, as a combobox. */
export function SuggestionList({ input, className, groupsOf, onChoose }: Props) {
  const [q, setQ] = useState(input.value.trim())
  const { data } = useQuery({
    queryKey: ['GET /suggestions', q],
    queryFn: ({ signal }) => cancellableCall(signal)('GET /suggestions', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const groups = q && data ? groupsOf(data) : []
  const options = groups.flatMap((group) => group.options)
  const { text, open, active, listId, optionId, choose } = useCombobox({
    input,
    count: options.length,
    onChoose: (option) => onChoose(options[option]!.value),
  })
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <>
      <p role="status" className="sr-only">
        {open && `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
      {open && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus stays in the input, which points to an option
        <div id={listId} role="listbox" aria-label="Suggestions" onPointerDown={keepFocus} className={className}>
          {groups.map((group) => (
            <div key={group.name} role="group" aria-label={group.name} className="not-first:mt-1.5">
              <p aria-hidden className="px-3 pt-2 pb-1 text-[13px] text-dim">
                {group.name}
              </p>
              {group.options.map((option) => {
                const at = options.indexOf(option)
                return (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the input's
                  <div
                    key={option.key}
                    id={optionId(at)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={at === active}
                    onClick={() => choose(at)}
                    className={cx(
                      'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1 text-soft hover:bg-step forced-colors:aria-selected:outline-2',
                      at === active && 'bg-step',
                    )}
                  >
                    {option.face}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** Keeps the focus in the input during a press: losing it would close the list before the click. */
const keepFocus = (event: PointerEvent) => event.preventDefault()
