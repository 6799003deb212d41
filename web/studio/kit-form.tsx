import { useId } from 'react'
import { createPortal } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { FolderArchive } from 'lucide'
import { needsKey, needsTempi, type KitType } from '#contract/kit-types.ts'
import { shapeTitle } from '#contract/shaping.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { CoverField } from './cover-field.tsx'
import { removeFile, useChosenFile } from './draft.ts'
import { DropZone } from './drop-zone.tsx'
import { BpmInput, DescriptionField, TagsField, VoiceTagField } from './form-fields.tsx'
import { FormFooter } from './form-footer.tsx'
import { KeySelect } from './key-select.tsx'
import { KitFolders } from './kit-folders.tsx'
import { KitTypeField } from './kit-type-field.tsx'
import { kitChecks, kitMeta, kitNames, kitTogether, type KitDraft, type KitValues } from './kit-values.ts'
import { OWN_READS } from './own-actions.ts'
import { PlanNote } from './plan-note.tsx'
import { PriceInput } from './price-input.tsx'
import { sendDraft } from './send-draft.ts'
import { shaped } from './shaped.ts'
import { titleFromName } from './title-from-name.ts'
import { useDraftForm } from './use-draft-form.ts'
import { ZipCard } from './zip-card.tsx'
import { chooseZip } from './zip-draft.ts'

type Props = {
  draft: KitDraft
  /** Shows the dialog with this draft. */
  openDraft: () => void
  close: () => void
  /** The place for the buttons. */
  footer: HTMLElement | null
}

/** The form of a sound kit. */
export function KitForm({ draft, openDraft, close, footer }: Props) {
  const id = useId()
  const { touched, found, stage, values } = draft()
  const zip = useChosenFile(draft, 'zip')
  const form = useForm({
    start: values,
    checks: {
      ...kitChecks,
      zip: () => (zip ? (zip.upload.state === 'failed' ? zip.upload.fault : undefined) : 'Please attach a .zip file.'),
    },
    action: {
      send: (filled: KitValues) =>
        sendDraft(draft, {
          values: filled,
          post: (ids) => call('POST /kits/upload', { files: {}, body: { meta: { ...kitMeta(filled), ...ids } } }),
        }),
      success: 'Kit uploaded and awaiting admin approval.',
      failure: 'Upload failed',
      refresh: [...OWN_READS, 'GET /me/room'],
    },
    onDone: () => {},
    together: kitTogether,
    asksBeforeLeaving: false, // the draft keeps everything
  })
  const [type, tags] = useWatch({ control: form.control, name: ['type', 'tags'], defaultValue: values })
  const { onInput } = useDraftForm({ draft, form, close })
  for (const name of ['zip', 'type', 'tags'] as const) form.input(name) // have no controls of their own

  const choose = (file: File) => {
    void chooseZip(draft, { file, purpose: 'kitZip', open: openDraft })
    form.set('zip', file.name)
    if (!touched.has('title')) form.set('title', titleFromName(file.name))
  }

  return (
    <form {...form.props} id={id} aria-label="Upload Kit" onInput={onInput} className="grid gap-6">
      <PlanNote kind="KIT" draft={draft} />
      {zip ? (
        <ZipCard
          upload={zip.upload}
          files={found}
          fault={form.errors.zip ?? (zip.upload.state === 'failed' ? zip.upload.fault : undefined)}
          onRemove={() => removeFile(draft, 'zip')}
        >
          {found && <KitFolders files={found} />}
        </ZipCard>
      ) : (
        <DropZone
          name="zip"
          purpose="kitZip"
          onFiles={([file]) => choose(file)}
          error={form.errors.zip}
          className="min-h-32 px-6"
        >
          <Icon of={FolderArchive} size={30} className="flex-none" />
          <span>
            <b className="block text-[17px] text-ink">Drop your kit here, or choose a file</b> One .zip with samples,
            loops, MIDI files and presets, up to 2 GB. It starts to upload at once, while you fill in the rest.
          </span>
        </DropZone>
      )}
      <div className="grid gap-x-8 gap-y-5.5 md:grid-cols-[232px_minmax(0,1fr)]">
        <div className="grid content-start gap-5 max-md:contents">
          <CoverField draft={draft} purpose="kitCover" openDraft={openDraft} />
          <div className="max-md:order-3">
            <VoiceTagField input={form.input('hasTag')} />
          </div>
        </div>
        <div className="grid content-start gap-5">
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
            <Field
              label="Key"
              optional={!needsKey(type as KitType)}
              error={form.errors.key}
              className="max-md:col-span-2"
            >
              {(control) => <KeySelect {...control} {...form.input('key')} />}
            </Field>
          </div>
          <DescriptionField input={form.input('description')} error={form.errors.description} />
          <TagsField value={tags} error={form.errors.tags} onChange={(value) => form.set('tags', value)} />
          <Field label="Price" hint="In dollars. 0 gives it away." error={form.errors.price}>
            {(control) => <PriceInput {...control} {...form.input('price')} />}
          </Field>
        </div>
      </div>
      {footer &&
        createPortal(
          <FormFooter
            form={form}
            formId={id}
            names={kitNames}
            isSending={stage !== 'open'}
            action="Upload Kit"
            close={close}
          />,
          footer,
        )}
    </form>
  )
}
