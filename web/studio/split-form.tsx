import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import type { ReadRoute } from '#contract/caller.ts'
import { percentOf } from '#contract/share-limits.ts'
import type { SplitVersion } from '#contract/shares.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Plus, X } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { NameInput } from './name-input.tsx'
import {
  nameFault,
  nameField,
  percentFault,
  percentField,
  restOf,
  ROWS,
  splitIn,
  startOf,
  type SplitValues,
} from './split-values.ts'

type Props = { id: number; from: SplitVersion | null; refresh: readonly ReadRoute[] }

/** Invites people to shares. It begins with those of the present version. */
export function SplitForm({ id, from, refresh }: Props) {
  const [{ start, rows: first }] = useState(() => startOf(from))
  const [rows, setRows] = useState(first)
  const form = useForm<SplitValues, unknown>({
    start,
    checks: Object.fromEntries(
      ROWS.flatMap((row) => [
        [nameField(row), nameFault(row)],
        [percentField(row), percentFault(row)],
      ]),
    ),
    action: {
      send: (values) => call('PUT /me/items/:id/split', { params: { id }, body: splitIn(values) }),
      success: 'The shares are offered.',
      failure: 'The shares could not be offered.',
      refresh,
    },
  })
  const free = ROWS.find((row) => !rows.includes(row))
  const list = useRef<HTMLDivElement>(null)
  /** Shows these rows, and moves the focus to the name of one of them: the pressed button may be gone. */
  function showRows(next: number[], row: number) {
    flushSync(() => setRows(next))
    list.current?.querySelector<HTMLInputElement>(`[name=${nameField(row)}]`)?.focus()
  }
  function remove(row: number) {
    form.set(nameField(row), '')
    form.set(percentField(row), '')
    const left = rows.filter((other) => other !== row)
    showRows(left, left[Math.min(rows.indexOf(row), left.length - 1)]!)
  }
  return (
    <form {...form.props} aria-label="Shares" className="grid gap-4">
      <div>
        <h3 className="font-bold">{from ? 'Change the shares' : 'Invite people'}</h3>
        <p className="mt-1 text-soft">
          Each sale is divided by these shares, for later sales only. They count when everybody has accepted.
          {!from && ' Until then the item can’t be bought.'}
        </p>
      </div>
      <div ref={list} className="grid gap-4">
        {rows.map((row, nth) => (
          <div key={row} className="grid grid-cols-[minmax(0,1fr)_104px_auto] items-start gap-2.5">
            <Field label={<Numbered nth={nth}>Username</Numbered>} error={form.errors[nameField(row)]}>
              {(control) => (
                <NameInput
                  {...control}
                  {...form.input(nameField(row))}
                  taken={() => rows.map((other) => other !== row && form.values()[nameField(other)])}
                  onName={(name) => form.set(nameField(row), name)}
                />
              )}
            </Field>
            <Field label={<Numbered nth={nth}>Percent</Numbered>} error={form.errors[percentField(row)]}>
              {(control) => (
                <Input {...control} {...form.input(percentField(row))} inputMode="decimal" className="num text-right" />
              )}
            </Field>
            <IconButton
              label={`Remove person ${nth + 1}`}
              className="mt-8"
              disabled={rows.length === 1}
              onClick={() => remove(row)}
            >
              <Icon of={X} size={18} />
            </IconButton>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          size={36}
          look="ghost"
          disabled={free === undefined}
          onClick={() => free !== undefined && showRows([...rows, free], free)}
        >
          <Icon of={Plus} size={16} />
          Add a person
        </Button>
        <Rest control={form.control} start={start} />
      </div>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} look="paper" className="h-12">
        Offer these shares
      </Button>
    </form>
  )
}

const Numbered = ({ nth, children }: { nth: number; children: string }) => (
  <>
    {children}
    <span className="sr-only"> of person {nth + 1}</span>
  </>
)

type RestProps = { control: ReturnType<typeof useForm<SplitValues, unknown>>['control']; start: SplitValues }

/** The owner's share while the others are typed. */
function Rest({ control, start }: RestProps) {
  const typed = useWatch({ control })
  const rest = restOf({ ...start, ...(typed as SplitValues) })
  return (
    <p aria-live="polite" className="num text-[15px]">
      {rest > 0 ? (
        <>
          You keep <b>{percentOf(rest)}</b>
        </>
      ) : (
        <span className="text-bad">{rest === 0 ? 'Nothing is left for you' : 'More than 100% in all'}</span>
      )}
    </p>
  )
}
