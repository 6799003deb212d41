import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { ItemChoice } from './item-choice.tsx'

type Common = { which: string; itemIds: string; startsOn: string; endsOn: string }
type Props = {
  form: {
    input: (name: keyof Common) => object
    errors: Partial<Record<keyof Common, string | undefined>>
    set: (name: 'itemIds', value: string) => void
  }
  /** The present values of two fields; undefined until the first change. */
  which: string | undefined
  itemIds: string | undefined
}

/** The items and the days of a code or a deal. */
export function CommonFields({ form, which, itemIds }: Props) {
  return (
    <>
      <Field label="For">
        {(control) => (
          <Select {...control} {...form.input('which')}>
            <option value="all">All my items</option>
            <option value="chosen">Chosen items</option>
          </Select>
        )}
      </Field>
      <input type="hidden" {...form.input('itemIds')} />
      {which === 'chosen' && (
        <ItemChoice chosen={itemIds ?? ''} error={form.errors.itemIds} onChange={(ids) => form.set('itemIds', ids)} />
      )}
      <div className="grid grid-cols-2 gap-4">
        <Field label="First day" optional error={form.errors.startsOn} className="grid-cols-1">
          {(control) => <Input {...control} {...form.input('startsOn')} type="date" />}
        </Field>
        <Field label="Last day" optional error={form.errors.endsOn} className="grid-cols-1">
          {(control) => <Input {...control} {...form.input('endsOn')} type="date" />}
        </Field>
      </div>
      <p className="-mt-2 text-[13px] text-dim">Days begin and end at midnight UTC.</p>
    </>
  )
}

export const commonStart: Common = { which: 'all', itemIds: '', startsOn: '', endsOn: '' }
