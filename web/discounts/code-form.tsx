import { useWatch } from 'react-hook-form'
import { codeLimits, MOST_USES } from '#contract/discount-limits.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { CommonFields, commonStart } from './common-fields.tsx'
import { chosenFault, chosenIn, moneyFault, numberIn, textIn, wholeBetween } from './form-values.ts'

const start = {
  ...commonStart,
  code: '',
  takes: 'percent',
  percent: '10',
  amount: '',
  mostUses: '',
  minimum: '',
  firstPurchase: false,
}
type Values = typeof start

export function CodeForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Values, unknown>({
    start,
    checks: {
      code: codeLimits,
      itemIds: chosenFault,
      percent: (value, { takes }) => (takes === 'percent' ? wholeBetween(1, 100, true)(value) : undefined),
      amount: (value, { takes }) => (takes === 'amount' ? moneyFault(value, true) : undefined),
      mostUses: wholeBetween(1, MOST_USES),
      minimum: (value) => moneyFault(value),
    },
    action: {
      send: ({ code, takes, percent, amount, ...rest }) =>
        call('POST /me/codes', {
          body: {
            code,
            ...(takes === 'percent' ? numberIn('percent', percent) : numberIn('amount', amount)),
            ...chosenIn(rest),
            ...textIn('startsOn', rest.startsOn),
            ...textIn('endsOn', rest.endsOn),
            ...numberIn('mostUses', rest.mostUses),
            ...numberIn('minimum', rest.minimum),
            firstPurchase: rest.firstPurchase,
          },
        }),
      success: 'The code is made.',
      failure: 'The code could not be made.',
      refresh: ['GET /me/discounts'],
    },
    onDone,
  })
  const [takes, which, itemIds] = useWatch({ control: form.control, name: ['takes', 'which', 'itemIds'] })
  return (
    <form {...form.props} aria-label="New code" className="grid gap-5">
      <Field
        label="Code"
        hint="3 to 24 letters, digits, dashes or underscores. Capitals don’t matter."
        error={form.errors.code}
      >
        {(control) => (
          <Input
            {...control}
            {...form.input('code')}
            maxLength={codeLimits.max[0]}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="uppercase"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Takes off">
          {(control) => (
            <Select {...control} {...form.input('takes')}>
              <option value="percent">Percent</option>
              <option value="amount">An amount</option>
            </Select>
          )}
        </Field>
        {takes === 'amount' ? (
          <Field key="amount" label="Dollars" error={form.errors.amount}>
            {(control) => <Input {...control} {...form.input('amount')} inputMode="decimal" className="num" />}
          </Field>
        ) : (
          <Field key="percent" label="Percent" error={form.errors.percent}>
            {(control) => <Input {...control} {...form.input('percent')} inputMode="numeric" className="num" />}
          </Field>
        )}
      </div>
      <CommonFields form={form} which={which} itemIds={itemIds} />
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Most uses" optional error={form.errors.mostUses}>
          {(control) => <Input {...control} {...form.input('mostUses')} inputMode="numeric" className="num" />}
        </Field>
        <Field label="Minimum, in dollars" optional error={form.errors.minimum}>
          {(control) => <Input {...control} {...form.input('minimum')} inputMode="decimal" className="num" />}
        </Field>
      </div>
      <Checkbox {...form.input('firstPurchase')}>Only for a buyer’s first purchase from me</Checkbox>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} look="paper" className="h-12">
        Make the code
      </Button>
    </form>
  )
}
