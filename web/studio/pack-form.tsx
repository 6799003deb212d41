import { useWatch } from 'react-hook-form'
import { Files } from '#web/ui/icons.ts'
import { shapeTitle } from '#contract/shaping.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { uploadFault, useChosenFile } from './draft.ts'
import { DescriptionField, TagsField } from './form-fields.tsx'
import { GenreInput } from './genre-input.tsx'
import { keepDraft } from './keep-draft.ts'
import { LicenseFields } from './license-fields.tsx'
import { LicensePresets } from './license-presets.tsx'
import { OWN_READS } from './own-actions.ts'
import { PACK_ACCEPT, packFault, packOf } from './pack-fault.ts'
import { arrangementOf, PackTracks, tracksOf } from './pack-tracks.tsx'
import { packChecks, packNames, packWords, type PackDraft, type PackValues } from './pack-values.ts'
import { sendDraft } from './send-draft.ts'
import { shaped } from './shaped.ts'
import { tierRows } from './tier-rows.tsx'
import { licensesOf, tierFields, tierSwitches } from './tier-values.ts'
import { titleFromName } from './title-from-name.ts'
import { UploadFrame, type UploadFormProps } from './upload-frame.tsx'
import { useDraftForm } from './use-draft-form.ts'
import { useFileField } from './use-file-field.ts'
import { chooseZip } from './zip-draft.ts'
import { ZipField } from './zip-field.tsx'

/** The form of a pack of beats. */
export function PackForm(props: UploadFormProps<PackDraft>) {
  const { draft, openDraft, close } = props
  const { touched, found, values } = draft()
  const zip = useChosenFile(draft, 'zip')
  const form = useForm({
    start: values,
    checks: {
      ...packChecks,
      zip: () => (zip ? uploadFault(draft, 'zip') : 'Please attach a .zip file for the pack.'),
      cover: () => uploadFault(draft, 'cover'),
    },
    action: {
      send: (filled: PackValues) => send(draft, filled),
      success: 'Pack uploaded!',
      failure: 'Pack upload failed.',
      refresh: OWN_READS,
    },
    together: tierFields,
    asksBeforeLeaving: false, // the draft keeps everything
  })
  const tags = useWatch({ control: form.control, name: 'tags', defaultValue: values.tags })
  const switches = useWatch({ control: form.control, name: tierSwitches, defaultValue: values })
  const hasMp3 = found && tracksOf(found).some(({ path }) => /\.mp3$/i.test(path))
  const tiers = tierRows(switches, values, { ...(hasMp3 && { WAV: 'WAVs of all tracks' }), Stems: 'the stems' })
  const { touch, onInput } = useDraftForm({ draft, form, openDraft, close })
  useFileField(form, draft, 'zip')
  form.input('tags') // has no control of its own

  const choose = (files: readonly File[]) => {
    const file = packOf(files)
    void chooseZip(draft, { file, purpose: 'packZip', open: openDraft })
    if (file instanceof File && !touched.has('title')) form.set('title', titleFromName(file.name))
  }

  return (
    <UploadFrame
      {...props}
      kind="PACK"
      form={form}
      onInput={onInput}
      label="Pack of Beats"
      names={packNames}
      action="Upload Pack"
      keep={(filled) => keepPack(draft, filled)}
      file={
        <ZipField
          draft={draft}
          purpose="packZip"
          error={form.errors.zip}
          several={{ faultOf: packFault, accept: PACK_ACCEPT }}
          onFiles={choose}
          icon={Files}
          title="Drop your beats here, or choose files"
          hint="One .zip, or several .mp3 and .wav files, up to 1000 MB. They start to upload at once, while you fill in the rest."
          list={(files) => <PackTracks files={files} onChange={(changed) => draft.setState({ found: changed })} />}
        />
      }
    >
      <Field label="Name" error={form.errors.title}>
        {(control) => <Input {...control} {...form.input('title')} {...shaped(shapeTitle)} autoComplete="off" />}
      </Field>
      <Field label="Genre" optional hint="One of 13 styles, or your own words." error={form.errors.genre}>
        {(control) => <GenreInput {...control} {...form.input('genre')} />}
      </Field>
      <DescriptionField input={form.input('description')} error={form.errors.description} />
      <TagsField value={tags} error={form.errors.tags} onChange={(value) => form.set('tags', value)} />
      <LicenseFields rows={tiers} form={form} presets={<LicensePresets form={form} touch={touch} />} />
    </UploadFrame>
  )
}

function send(draft: PackDraft, values: PackValues) {
  const licenses = licensesOf(values)
  const tracks = arrangementOf(draft.getState().found ?? [])
  const meta = { ...packWords(values), tracks, hasTag: values.hasTag, licenses }
  return sendDraft(draft, {
    values,
    licenses,
    post: (ids) => call('POST /packs/upload', { files: {}, body: { meta: { ...meta, ...ids } } }),
  })
}

function keepPack(draft: PackDraft, values: PackValues) {
  const words = packWords(values)
  return keepDraft(draft, values, {
    begin: () => call('POST /me/packs', { body: { name: words.name } }),
    change: (id) => call('PATCH /me/packs/:id', { params: { id }, body: words }),
  })
}
