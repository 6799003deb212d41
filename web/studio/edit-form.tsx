import { CircleX } from '#web/ui/icons.ts'
import { useWatch } from 'react-hook-form'
import { LICENSE_NAMES, LICENSE_TYPES } from '#contract/license-types.ts'
import { shapeDescription, shapeTags, shapeTitle } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { useForm } from '#web/forms/use-form.ts'
import { ownRoute } from '#web/items/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { checksOf, save, saveFailure, startOf } from './edit-values.ts'
import { EditFiles } from './edit-files.tsx'
import { BpmInput } from './form-fields.tsx'
import { GenreInput } from './genre-input.tsx'
import { KeySelect } from './key-select.tsx'
import { LicenseFields } from './license-fields.tsx'
import { LicensePresets } from './license-presets.tsx'
import { OWN_READS } from './own-actions.ts'
import { missingWords } from './own-note.tsx'
import { KitContents, PackContents } from './own-contents.tsx'
import { PriceInput } from './price-input.tsx'
import { goesToReview } from './returned.ts'
import { shaped } from './shaped.ts'
import { emptyTiers, tierSwitches } from './tier-values.ts'

export function EditForm({ item, onDone }: { item: OwnItemDetail; onDone: () => void }) {
  const { kind } = item
  const isSentAgain = goesToReview(item)
  const start = startOf(item)
  const form = useForm({
    start,
    checks: checksOf(item),
    action: {
      send: (values) => save(item, values),
      refresh: [...OWN_READS, ownRoute(kind)],
      success: isSentAgain ? 'It is in review again.' : kind === 'KIT' ? 'Kit updated.' : 'Saved!',
      failure: (error) => saveFailure(error, kind),
    },
    onDone,
  })
  const switches = useWatch({ control: form.control, name: tierSwitches, defaultValue: start })
  const rows = LICENSE_TYPES.map((type, at) => {
    const missing = missingWords([{ name: LICENSE_NAMES[type], enabled: true, missing: item.missing[type] }])
    const waiting = missing && `Kept, and offered as soon as its files are there. ${missing.why}`
    return { type, isOn: switches[at] ?? false, waiting }
  })
  return (
    <form {...form.props} aria-label="Edit" className="grid gap-6">
      {isSentAgain && (
        <p className="flex gap-2.5 rounded-sm border-l-3 border-bad bg-curb p-3.5 wrap-anywhere">
          <Icon of={CircleX} size={18} className="mt-0.5 flex-none text-bad" />
          <span>
            <b className="font-semibold">{item.statusLabel === 'Rejected' ? 'Rejected.' : 'Off sale.'}</b> {item.reason}
          </span>
        </p>
      )}
      <EditFiles item={item} />
      <div className="grid gap-5 md:grid-cols-2">
        <Field label={kind === 'BEAT' ? 'Title' : 'Name'} error={form.errors.title} className="md:col-span-2">
          {(control) => <Input {...control} {...form.input('title')} {...shaped(shapeTitle)} />}
        </Field>
        {kind !== 'KIT' && (
          <Field label="Genre" hint="One of 13 styles, or your own words." error={form.errors.genre}>
            {(control) => <GenreInput {...control} {...form.input('genre')} />}
          </Field>
        )}
        {kind === 'KIT' && (
          <Field label="Price" hint="In dollars. 0 gives it away." error={form.errors.price}>
            {(control) => <PriceInput {...control} {...form.input('price')} />}
          </Field>
        )}
        {kind !== 'PACK' && (
          <Field label="Key" optional error={form.errors.key}>
            {(control) => <KeySelect {...control} {...form.input('key')} />}
          </Field>
        )}
        {kind === 'BEAT' && (
          <Field label="BPM" error={form.errors.bpm}>
            {(control) => <BpmInput {...control} {...form.input('bpm')} />}
          </Field>
        )}
        {kind === 'KIT' && (
          <>
            <Field label="Lowest BPM" optional error={form.errors.bpmMin}>
              {(control) => <BpmInput {...control} {...form.input('bpmMin')} />}
            </Field>
            <Field label="Highest BPM" optional error={form.errors.bpmMax}>
              {(control) => <BpmInput {...control} {...form.input('bpmMax')} />}
            </Field>
          </>
        )}
        {kind === 'BEAT' && (
          <Field
            label="For fans of"
            optional
            hint="Up to three names, separated by commas. They go before “type beat”."
            error={form.errors.fansOf}
          >
            {(control) => <Input {...control} {...form.input('fansOf')} />}
          </Field>
        )}
        <Field
          label="Tags"
          hint="Up to 12, separated by commas. 24 characters each."
          error={form.errors.tags}
          className="md:col-span-2"
        >
          {(control) => <Input {...control} {...form.input('tags')} {...shaped(shapeTags)} />}
        </Field>
        <Field label="Description" optional error={form.errors.description} className="md:col-span-2">
          {(control) => <Textarea {...control} {...form.input('description')} {...shaped(shapeDescription)} rows={4} />}
        </Field>
      </div>
      {kind !== 'KIT' && (
        <LicenseFields
          rows={rows}
          form={form}
          presets={<LicensePresets form={{ ...form, values: () => ({ ...emptyTiers, ...form.values() }) }} />}
        />
      )}
      {kind === 'PACK' && <PackContents id={item.id} />}
      {kind === 'KIT' && <KitContents id={item.id} />}
      {form.failure && (
        <p role="alert" className="text-bad">
          {form.failure}
        </p>
      )}
      <div className="flex justify-end gap-2 max-md:*:flex-1">
        <Button look="paper" {...form.submit}>
          {isSentAgain ? 'Resubmit' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
