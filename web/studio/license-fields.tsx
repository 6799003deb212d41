import { TriangleAlert } from 'lucide'
import { useWatch } from 'react-hook-form'
import type { OwnItemDetail, OwnLicense } from '#contract/studio-fields.ts'
import type { useForm } from '#web/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { EditValues } from './edit-values.ts'
import { missingWords } from './own-note.tsx'
import { PriceInput } from './price-input.tsx'

type Form = ReturnType<typeof useForm<EditValues, unknown>>

/** A switch for each license. Its price shows while it is on. */
export const LicenseFields = ({ item, form }: { item: OwnItemDetail; form: Form }) => (
  <fieldset>
    <legend className="mb-2 font-semibold">Licenses</legend>
    {item.licenses.map((license) => (
      <LicenseRow key={license.type} license={license} form={form} />
    ))}
  </fieldset>
)

function LicenseRow({ license, form }: { license: OwnLicense; form: Form }) {
  const { type, name, enabled } = license
  const [onName, priceName] = [`${type}-on`, `${type}-price`] as const
  const isOn = useWatch({ control: form.control, name: onName }) ?? enabled
  const waiting = isOn && missingWords([{ ...license, enabled: true }])
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-rail/60 py-3">
      <div className="grid gap-1">
        <Switch {...form.input(onName)}>
          <span className="font-semibold">{name}</span>
        </Switch>
        {waiting && (
          <p className="flex gap-1.5 text-[13px] text-warn">
            <Icon of={TriangleAlert} size={15} className="mt-0.5 flex-none" />
            Saved. It goes on sale once its files are there. {waiting.why}
          </p>
        )}
      </div>
      {isOn ? (
        <Field
          label={<span className="sr-only">Price of {name} in dollars</span>}
          error={form.errors[priceName]}
          className="w-32"
        >
          {(control) => <PriceInput {...control} {...form.input(priceName)} />}
        </Field>
      ) : (
        <span className="py-1 text-[14px] text-dim">Not offered</span>
      )}
    </div>
  )
}
