import { useWatch } from 'react-hook-form'
import { MOST_IN_DEAL } from '#contract/discount-limits.ts'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { CommonFields, commonStart } from './common-fields.tsx'
import { chosenFault, chosenIn, numberIn, textIn, wholeBetween } from './form-values.ts'

const start = { ...commonStart, gives: 'free', buy: '2', free: '1', percent: '10', license: '' }
type Values = typeof start

export function DealForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Values, unknown>({
    start,
    checks: {
      itemIds: chosenFault,
      buy: wholeBetween(1, MOST_IN_DEAL, true),
      free: (value, { gives }) => (gives === 'free' ? wholeBetween(1, MOST_IN_DEAL, true)(value) : undefined),
      percent: (value, { gives }) => (gives === 'percent' ? wholeBetween(1, 100, true)(value) : undefined),
    },
    action: {
      send: ({ gives, buy, free, percent, license, ...rest }) =>
        call('POST /me/deals', {
          body: {
            buy: Number(buy),
            ...(gives === 'free' ? numberIn('free', free) : numberIn('percent', percent)),
            ...(license && { licenseType: license as LicenseType }),
            ...chosenIn(rest),
            ...textIn('startsOn', rest.startsOn),
            ...textIn('endsOn', rest.endsOn),
          },
        }),
      success: 'The deal is made.',
      failure: 'The deal could not be made.',
      refresh: ['GET /me/discounts'],
    },
    onDone,
  })
  const [gives, which, itemIds] = useWatch({ control: form.control, name: ['gives', 'which', 'itemIds'] })
  return (
    <form {...form.props} aria-label="New deal" className="grid gap-5">
      <Field label="Gives">
        {(control) => (
          <Select {...control} {...form.input('gives')}>
            <option value="free">More items for nothing, the cheapest ones</option>
            <option value="percent">Percent off all of them</option>
          </Select>
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Buy" error={form.errors.buy}>
          {(control) => <Input {...control} {...form.input('buy')} inputMode="numeric" className="num" />}
        </Field>
        {gives === 'percent' ? (
          <Field key="percent" label="Percent off" error={form.errors.percent}>
            {(control) => <Input {...control} {...form.input('percent')} inputMode="numeric" className="num" />}
          </Field>
        ) : (
          <Field key="free" label="Get free" error={form.errors.free}>
            {(control) => <Input {...control} {...form.input('free')} inputMode="numeric" className="num" />}
          </Field>
        )}
      </div>
      <Field label="License">
        {(control) => (
          <Select {...control} {...form.input('license')}>
            <option value="">Any license, and kits</option>
            {LICENSE_TYPES.map((type) => (
              <option key={type} value={type}>
                {LICENSE_NAMES[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CommonFields form={form} which={which} itemIds={itemIds} />
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} look="paper" className="h-12">
        Make the deal
      </Button>
    </form>
  )
}
