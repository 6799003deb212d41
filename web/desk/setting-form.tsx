import type { HouseSetting } from '#contract/house.ts'
import { faultOfSetting, SETTINGS } from '#contract/house-values.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { exactly } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'

const refresh = ['GET /admin/house', 'GET /admin/actions'] as const
const change = (name: HouseSetting['name'], value: HouseSetting['value'] | null) =>
  call('PUT /admin/house/settings/:name', { params: { name }, body: { value } })
const saving = { success: 'Saved.', failure: 'That could not be saved.', refresh }

/** One setting: a yes or no takes effect with the press, a number with its button. */
export const SettingForm = ({ setting }: { setting: HouseSetting }) => (
  <li className="border-t border-rail/60 py-4">
    {typeof setting.value === 'boolean' ? (
      <YesNo name={setting.name} value={setting.value} />
    ) : (
      <NumberForm name={setting.name} value={setting.value} />
    )}
  </li>
)

function YesNo({ name, value }: { name: HouseSetting['name']; value: boolean }) {
  const { label, hint, default: usual } = SETTINGS[name]
  const { run, pending } = useAction({ send: (next: boolean) => change(name, next), ...saving })
  return (
    <div className="flex items-start justify-between gap-4">
      <p id={`about-${name}`} className="min-w-0">
        <b className="block">{label}</b>
        <span className="text-[13px] text-dim">
          {hint} Default: {usual ? 'yes' : 'no'}.
        </span>
      </p>
      <Switch checked={value} disabled={pending} onChange={() => void run(!value)}>
        <span className="sr-only">{label}</span>
      </Switch>
    </div>
  )
}

function NumberForm({ name, value }: { name: HouseSetting['name']; value: number }) {
  const facts = SETTINGS[name]
  const reset = useAction({ send: () => change(name, null), ...saving })
  const form = useForm({
    start: { value: String(value) },
    checks: { value: (typed) => faultOfSetting(name, numberOf(String(typed))) },
    action: { send: (typed: { value: string }) => change(name, numberOf(typed.value)), ...saving },
  })
  if (facts.type !== 'number') return null
  return (
    <form {...form.props} aria-label={facts.label} className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Field
        label={`${facts.label} (${facts.unit})`}
        hint={`${facts.hint} From ${exactly(facts.least)} to ${exactly(facts.most)}, default ${exactly(facts.default)}.`}
        error={form.errors.value}
        className="min-w-60 flex-1"
      >
        {(control) => (
          <Input {...control} {...form.input('value')} inputMode="numeric" maxLength={9} className="num max-w-40" />
        )}
      </Field>
      <span className="flex gap-2 md:mt-7.5">
        {value !== facts.default && (
          <Button look="ghost" loading={reset.pending} onClick={() => void reset.run(undefined)}>
            Default<span className="sr-only">: {facts.label}</span>
          </Button>
        )}
        <Button {...form.submit}>
          Save<span className="sr-only">: {facts.label}</span>
        </Button>
      </span>
      {form.failure && (
        <Fault role="alert" className="basis-full">
          {form.failure}
        </Fault>
      )}
    </form>
  )
}

const numberOf = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN)
