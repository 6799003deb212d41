import { useEffect, useEffectEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { Music } from '#web/ui/icons.ts'
import { shapeTitle } from '#contract/shaping.ts'
import { call } from '#web/api/call.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { chooseSound, hearSound, type BeatDraft } from './beat-draft.ts'
import { beatChecks, beatNames, wordsOf, type BeatValues } from './beat-values.ts'
import { removeFile, uploadFault, useChosenFile } from './draft.ts'
import { ExtraFile } from './extra-file.tsx'
import { isTempo } from './field-checks.ts'
import { FileZone } from './file-zone.tsx'
import { DescriptionField, TagsField } from './form-fields.tsx'
import { GenreInput } from './genre-input.tsx'
import { KeyHint, TempoHint } from './heard-hints.tsx'
import { keepDraft } from './keep-draft.ts'
import { KeySelect } from './key-select.tsx'
import { LicenseFields } from './license-fields.tsx'
import { LicensePresets } from './license-presets.tsx'
import { OWN_READS } from './own-actions.ts'
import { sendDraft } from './send-draft.ts'
import { shapeBpm, shaped } from './shaped.ts'
import { SoundCard } from './sound-card.tsx'
import { tierRows } from './tier-rows.tsx'
import { licensesOf, tierFields, tierSwitches } from './tier-values.ts'
import { titleFromName } from './title-from-name.ts'
import { UploadFrame, type UploadFormProps } from './upload-frame.tsx'
import { useDraftForm } from './use-draft-form.ts'
import { useFileField } from './use-file-field.ts'

/** The form of a single beat. */
export function BeatForm(props: UploadFormProps<BeatDraft>) {
  const { draft, openDraft, close } = props
  const { touched, found, values } = draft()
  const { heard, fault: unusable } = found ?? {}
  const audio = useChosenFile(draft, 'audio')
  const stems = useChosenFile(draft, 'stems')
  const form = useForm({
    start: values,
    checks: {
      ...beatChecks,
      audio: () => (audio ? unusable || uploadFault(draft, 'audio') : 'Choose an audio file.'),
      cover: () => uploadFault(draft, 'cover'),
      stems: () => uploadFault(draft, 'stems'),
      project: () => uploadFault(draft, 'project'),
    },
    action: {
      send: (filled: BeatValues) => send(draft, filled),
      success: 'Beat uploaded!',
      failure: 'Beat upload failed.',
      refresh: OWN_READS,
    },
    together: tierFields,
    asksBeforeLeaving: false, // the draft keeps everything
  })
  const [bpm, genre, tags] = useWatch({
    control: form.control,
    name: ['bpm', 'genre', 'tags'],
    defaultValue: values,
  })
  const style = useOptionalApi('GET /styles')?.items.find(
    ({ title }) => title.toLowerCase() === genre.trim().toLowerCase(),
  )
  const switches = useWatch({ control: form.control, name: tierSwitches, defaultValue: values })
  const tiers = tierRows(switches, values, {
    ...(audio?.file.name.toLowerCase().endsWith('.mp3') && { WAV: 'a WAV' }),
    ...(!stems && { Stems: 'the stems' }),
  })
  const { touch, onInput } = useDraftForm({ draft, form, openDraft, close })
  useFileField(form, draft, 'audio', unusable)
  useFileField(form, draft, 'stems')
  useFileField(form, draft, 'project')
  form.input('tags') // has no control of its own

  const take = (name: 'bpm' | 'key', value: string) => {
    touch(name)
    form.set(name, value)
  }
  const choose = (file: File) => {
    void chooseSound(draft, file, openDraft)
    if (!touched.has('title')) form.set('title', titleFromName(file.name))
  }

  useEffect(() => {
    const { files, found: known } = draft.getState()
    if (files.audio && !known) void hearSound(draft, files.audio.key) // it was chosen before a reload
  }, [draft])
  const fillInHeard = useEffectEvent(() => {
    const [tempo, key] = [heard?.bpm[0], heard?.key[0]]
    if (tempo && !touched.has('bpm')) form.set('bpm', String(Math.round(tempo.value)))
    if (key && !touched.has('key')) form.set('key', key.value)
  })
  useEffect(() => {
    if (heard) fillInHeard()
  }, [heard])

  return (
    <UploadFrame
      {...props}
      kind="BEAT"
      form={form}
      onInput={onInput}
      label="Single Beat"
      names={beatNames}
      action="Upload Beat"
      keep={(filled) => keepBeat(draft, filled)}
      file={
        audio ? (
          <SoundCard
            draft={draft}
            upload={audio.upload}
            line={style?.line}
            bpm={Number(bpm)}
            error={form.errors.audio}
            onRemove={() => removeFile(draft, 'audio')}
          />
        ) : (
          <FileZone
            draft={draft}
            name="audio"
            purpose="audio"
            onFiles={([file]) => choose(file)}
            error={form.errors.audio}
            className="min-h-32 px-6"
          >
            <Icon of={Music} size={30} className="flex-none" />
            <span>
              <b className="block text-[17px] text-ink">Drop your beat here, or choose a file</b> MP3 or WAV, up to 100
              MB. It starts to upload at once, while you fill in the rest.
            </span>
          </FileZone>
        )
      }
      beside={
        <>
          <ExtraFile
            draft={draft}
            name="stems"
            label="Stems"
            title="Drop a ZIP"
            hint="Premium needs it. You can add it later."
            error={form.errors.stems}
            openDraft={openDraft}
          />
          <ExtraFile
            draft={draft}
            name="project"
            label="Project files"
            title="Drop a ZIP"
            hint="Exclusive delivers it too."
            error={form.errors.project}
            openDraft={openDraft}
          />
        </>
      }
    >
      <Field label="Title" error={form.errors.title}>
        {(control) => <Input {...control} {...form.input('title')} {...shaped(shapeTitle)} autoComplete="off" />}
      </Field>
      <Field label="Genre" hint="One of 13 styles, or your own words." error={form.errors.genre}>
        {(control) => <GenreInput {...control} {...form.input('genre')} />}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="BPM"
          hint={heard && <TempoHint heard={heard} onTake={(value) => take('bpm', value)} />}
          error={form.errors.bpm}
        >
          {(control) => <Input {...control} {...form.input('bpm')} {...shaped(shapeBpm)} inputMode="numeric" />}
        </Field>
        <Field
          label="Key"
          optional
          hint={heard && <KeyHint heard={heard} onTake={(value) => take('key', value)} />}
          error={form.errors.key}
        >
          {(control) => <KeySelect {...control} {...form.input('key')} />}
        </Field>
      </div>
      <TagsField value={tags} error={form.errors.tags} onChange={(value) => form.set('tags', value)} />
      <Field
        label="For fans of"
        optional
        hint="Up to three names, separated by commas. They go before “type beat”."
        error={form.errors.fansOf}
      >
        {(control) => <Input {...control} {...form.input('fansOf')} autoComplete="off" />}
      </Field>
      <DescriptionField input={form.input('description')} error={form.errors.description} optional />
      <LicenseFields rows={tiers} form={form} presets={<LicensePresets form={form} touch={touch} />} />
    </UploadFrame>
  )
}

function send(draft: BeatDraft, values: BeatValues) {
  const licenses = licensesOf(values)
  const { hasTag, bpm } = values
  return sendDraft(draft, {
    values,
    licenses,
    post: (ids) =>
      call('POST /beats/upload', {
        files: {},
        body: { meta: { ...wordsOf(values), bpm: Number(bpm), hasTag, licenses, ...ids } },
      }),
  })
}

function keepBeat(draft: BeatDraft, values: BeatValues) {
  const words = wordsOf(values)
  const bpm = isTempo(values.bpm) ? Number(values.bpm) : null
  return keepDraft(draft, values, {
    begin: () => call('POST /me/beats', { body: { title: words.title } }),
    change: (id) => call('PATCH /me/beats/:id', { params: { id }, body: { ...words, bpm } }),
  })
}
