import { COUNTRIES } from '#contract/countries.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { PAYOUT_READS } from './reads.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })
const countries = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((one, other) =>
  one.name.localeCompare(other.name, 'en'),
)

type Props = { legalName: string | null; country: string | null }

/** Asks for what the first payout needs. */
export function Details({ legalName, country }: Props) {
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
      refresh: PAYOUT_READS,
    },
  })
  return (
    <section aria-labelledby="details" className="rounded-sm border border-warn bg-curb p-5">
      <h2 id="details" className="text-xl font-bold">
        Before your first payout
      </h2>
      <p className="mt-1 text-[14px] text-soft">
        We need the name that you sign with, and the country where you pay taxes. Nobody else sees them here.
      </p>
      <form {...form.props} aria-label="Before your first payout" className="mt-4 grid gap-4">
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
        <Button {...form.submit} look="paper" className="justify-self-start">
          Save
        </Button>
      </form>
    </section>
  )
}
