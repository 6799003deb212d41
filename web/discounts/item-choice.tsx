import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_CHOSEN } from '#contract/discount-limits.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { idsIn } from './form-values.ts'

type Props = {
  /** Ids with commas. */
  chosen: string
  error: string | undefined
  onChange: (chosen: string) => void
}

const SHOWN = 20

/** The seller's items on sale, found by their titles. A chosen one stays chosen while others are looked for. */
export function ItemChoice({ chosen, error, onChange }: Props) {
  const [q, setQ] = useState('')
  const { data, isError } = useQuery({
    ...apiQuery(call, 'GET /me/items', {
      query: { kinds: 'BEAT,PACK,KIT', status: 'published', q, limit: SHOWN },
    }),
    placeholderData: keepPreviousData,
  })
  const ids = idsIn(chosen)
  const toggle = (id: number) => onChange((ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]).join(','))
  return (
    <fieldset className="grid gap-3 rounded-sm border border-rail p-4">
      <legend className="px-1 font-semibold">
        Chosen items <span className="num font-normal text-dim">{ids.length}</span>
      </legend>
      <Field label="Find your items">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={q}
            onChange={({ target }) => setQ(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // Enter would send the form
          />
        )}
      </Field>
      {isError && <p className="text-sm text-warn">Your items could not be loaded.</p>}
      {data?.items.length === 0 && (
        <p className="text-soft">{q ? 'No item has that title.' : 'You have nothing on sale yet.'}</p>
      )}
      <ul aria-label="Your items" className="grid max-h-60 overflow-y-auto">
        {data?.items.map(({ id, title }) => (
          <li key={id} className="py-1.5">
            <Checkbox
              checked={ids.includes(id)}
              disabled={!ids.includes(id) && ids.length >= MOST_CHOSEN}
              onChange={() => toggle(id)}
            >
              <span className="wrap-anywhere">{title}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {data && data.totalItems > data.items.length && (
        <p className="text-[13px] text-dim">The first {SHOWN}. Search to find others.</p>
      )}
      {error && <Fault role="alert">{error}</Fault>}
    </fieldset>
  )
}
