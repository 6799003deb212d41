import { useState } from 'react'
import { COUNTRIES } from '#contract/countries.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { PAYOUT_READS } from './reads.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })
const nameOf = (country: string) => names.of(country) ?? country
const countries = COUNTRIES.map((code) => ({ code, name: nameOf(code) })).toSorted((one, other) =>
  one.name.localeCompare(other.name, 'en'),
)

type Person = { legalName: string | null; country: string | null }

/** Name and country of the seller. They are asked before the first payout, and can be changed later. */
export function Details({ legalName, country }: Person) {
  const [changing, setChanging] = useState(false)
  const isMissing = legalName === null || country === null
  return (
    <section aria-labelledby="details" className={cx('rounded-sm bg-curb p-5', isMissing && 'border border-warn')}>
      <h2 id="details" className="text-xl font-bold">
        {isMissing ? 'Before your first payout' : 'Your details'}
      </h2>
      {isMissing || changing ? (
        <DetailsForm person={{ legalName, country }} isFirst={isMissing} onDone={() => setChanging(false)} />
      ) : (
        <>
          <p className="mt-3 font-bold wrap-anywhere">{legalName}</p>
          <p className="text-[13px] text-dim">{nameOf(country)}</p>
          <Button size={36} className="mt-4" onClick={() => setChanging(true)}>
            Change
          </Button>
        </>
      )}
    </section>
  )
}

type FormProps = { person: Person; isFirst: boolean; onDone: () => void }

function DetailsForm({ person: { legalName, country }, isFirst, onDone }: FormProps) {
  const form = useForm({
    start: { legalName: legalName ?? '', country: country ?? '' },
    checks: {
      legalName: (typed) => (String(typed).trim() ? undefined : 'Enter your full name.'),
      country: (chosen) => (chosen ? undefined : 'Choose your country.'),
    },
    action: {
      send: (details) => call('PATCH /me/payouts', { body: details }),
      success: 'Saved!',
      failure: 'Couldn’t save your details.',
      refresh: ['GET /me', ...PAYOUT_READS],
    },
    onDone,
  })
  return (
    <>
      <p className="mt-1 text-[14px] text-soft">
        We need the name that you sign with, and the country where you pay taxes. Nobody else sees them here.
      </p>
      <form {...form.props} aria-labelledby="details" className="mt-4 grid gap-4">
        <Field label="Legal name" error={form.errors.legalName}>
          {(control) => (
            <Input {...control} {...form.input('legalName')} autoComplete="name" maxLength={120} required />
          )}
        </Field>
        <Field label="Country" error={form.errors.country}>
          {(control) => (
            <Select {...control} {...form.input('country')} autoComplete="country" required>
              <option value="">Choose</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
        <div className="flex flex-wrap gap-2">
          <Button {...form.submit} look="paper">
            Save
          </Button>
          {!isFirst && <Button onClick={onDone}>Cancel</Button>}
        </div>
      </form>
    </>
  )
}
