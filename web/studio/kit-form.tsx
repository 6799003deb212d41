import { useWatch } from 'react-hook-form'
import { FolderArchive } from '#web/ui/icons.ts'
import { needsKey, needsTempi, type KitType } from '#contract/kit-types.ts'
import { shapeTitle } from '#contract/shaping.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { sizeLimit } from '#web/uploads/size-limit.ts'
import { uploadFault, useChosenFile } from './draft.ts'
import { BpmInput, DescriptionField, TagsField } from './form-fields.tsx'
import { KeySelect } from './key-select.tsx'
import { KitFolders } from './kit-folders.tsx'
import { KitTypeField } from './kit-type-field.tsx'
import { kitChecks, kitMeta, kitNames, kitTogether, type KitDraft, type KitValues } from './kit-values.ts'
import { OWN_READS } from './own-actions.ts'
import { PriceInput } from './price-input.tsx'
import { sendDraft } from './send-draft.ts'
import { shaped } from './shaped.ts'
import { titleFromName } from './title-from-name.ts'
import { UploadFrame, type UploadFormProps } from './upload-frame.tsx'
import { useDraftForm } from './use-draft-form.ts'
import { useFileField } from './use-file-field.ts'
import { chooseZip } from './zip-draft.ts'
import { ZipField } from './zip-field.tsx'

/** The form of a sound kit. */
export function KitForm(props: UploadFormProps<KitDraft>) {
  const { draft, openDraft, close } = props
  const { touched, values } = draft()
  const zip = useChosenFile(draft, 'zip')
  const form = useForm({
    start: values,
    checks: {
      ...kitChecks,
      zip: () => (zip ? uploadFault(draft, 'zip') : 'Please attach a .zip file.'),
      cover: () => uploadFault(draft, 'cover'),
    },
    action: {
      send: (filled: KitValues) =>
        sendDraft(draft, {
          values: filled,
          post: (ids) => call('POST /kits/upload', { files: {}, body: { meta: { ...kitMeta(filled), ...ids } } }),
        }),
      success: 'Kit uploaded and awaiting admin approval.',
      failure: 'Upload failed',
      refresh: OWN_READS,
    },
    together: kitTogether,
    asksBeforeLeaving: false, // the draft keeps everything
  })
  const [type, tags] = useWatch({ control: form.control, name: ['type', 'tags'], defaultValue: values })
  const { onInput } = useDraftForm({ draft, form, openDraft, close })
  useFileField(form, draft, 'zip')
  for (const name of ['type', 'tags'] as const) form.input(name) // have no controls of their own

  const choose = (file: File) => {
    void chooseZip(draft, { file, purpose: 'kitZip', open: openDraft })
    if (!touched.has('title')) form.set('title', titleFromName(file.name))
  }

  return (
    <UploadFrame
      {...props}
      kind="KIT"
      form={form}
      onInput={onInput}
      label="Upload Kit"
      names={kitNames}
      action="Upload Kit"
      file={
        <ZipField
          draft={draft}
          purpose="kitZip"
          error={form.errors.zip}
          onFiles={([file]) => choose(file)}
          icon={FolderArchive}
          title="Drop your kit here, or choose a file"
          hint={`One .zip with samples, loops, MIDI files and presets, up to ${sizeLimit('kitZip')}. It starts to upload at once, while you fill in the rest.`}
          list={(files) => <KitFolders files={files} />}
        />
      }
    >
      <KitTypeField value={type} error={form.errors.type} onChange={(chosen) => form.set('type', chosen)} />
      <Field label="Name" error={form.errors.title}>
        {(control) => <Input {...control} {...form.input('title')} {...shaped(shapeTitle)} autoComplete="off" />}
      </Field>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
        <Field label="BPM from" optional={!needsTempi(type as KitType)} error={form.errors.bpmMin}>
          {(control) => <BpmInput {...control} {...form.input('bpmMin')} />}
        </Field>
        <Field label="BPM to" optional={!needsTempi(type as KitType)} error={form.errors.bpmMax}>
          {(control) => <BpmInput {...control} {...form.input('bpmMax')} />}
        </Field>
        <Field label="Key" optional={!needsKey(type as KitType)} error={form.errors.key} className="max-md:col-span-2">
          {(control) => <KeySelect {...control} {...form.input('key')} />}
        </Field>
      </div>
      <DescriptionField input={form.input('description')} error={form.errors.description} />
      <TagsField value={tags} error={form.errors.tags} onChange={(value) => form.set('tags', value)} />
      <Field label="Price" hint="In dollars. 0 gives it away." error={form.errors.price}>
        {(control) => <PriceInput {...control} {...form.input('price')} />}
      </Field>
    </UploadFrame>
  )
}
