import { TriangleAlert } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import { LICENSE_NAMES, type LicenseType } from '#contract/license-types.ts'
import { cx } from '#web/ui/cx.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Tier } from './tier-values.ts'
import { PriceInput } from './price-input.tsx'

type Name = keyof Tier

export type LicenseRow = {
  type: LicenseType
  isOn: boolean
  /** The files that a buyer gets. */
  files?: ReactNode
  /** Why it is not offered although it is on. */
  waiting?: string | false | null
}

type Props = {
  rows: readonly LicenseRow[]
  form: { input: (name: Name) => object; errors: Partial<Record<Name, string>> }
  /** The choice of prices that are kept, in the head. */
  presets?: ReactNode
}

/** A switch for each license. Its price shows while it is on. */
export const LicenseFields = ({ rows, form, presets }: Props) => (
  <fieldset>
    <legend className={cx('font-semibold', presets ? 'float-left leading-10' : 'mb-2')}>Licenses</legend>
    {presets && <div className="mb-2.5 flex justify-end">{presets}</div>}
    {rows.map(({ type }) => {
      const fault = form.errors[`${type}-on`]
      return (
        fault && (
          <Fault key={type} role="alert" className="mb-3">
            {fault}
          </Fault>
        )
      )
    })}
    {rows.map(({ type, isOn, files, waiting }) => (
      <div
        key={type}
        className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-rail/60 py-3"
      >
        <div className="grid min-w-0 flex-1 gap-1 pt-2">
          <Switch {...form.input(`${type}-on`)}>
            <span className="font-semibold">{LICENSE_NAMES[type]}</span>
          </Switch>
          {files && <div className="ml-14">{files}</div>}
          {isOn && waiting && (
            <p className="flex gap-1.5 text-[13px] text-warn">
              <Icon of={TriangleAlert} size={15} className="mt-0.5 flex-none" />
              {waiting}
            </p>
          )}
        </div>
        {isOn ? (
          <Field
            label={<span className="sr-only">Price of {LICENSE_NAMES[type]} in dollars</span>}
            error={form.errors[`${type}-price`]}
            className="-mt-1.5 w-32" // the label takes no height, and its gap stays
          >
            {(control) => <PriceInput {...control} {...form.input(`${type}-price`)} />}
          </Field>
        ) : (
          <span className="py-3 text-[14px] text-dim">Not offered</span>
        )}
      </div>
    ))}
  </fieldset>
)
