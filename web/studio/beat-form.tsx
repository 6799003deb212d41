import { useEffect, useEffectEvent, useId } from 'react'
import { createPortal } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { Music } from 'lucide'
import { shapeTitle } from '#contract/shaping.ts'
import { call } from '#web/api/call.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { chooseSound, type BeatDraft } from './beat-draft.ts'
import { beatChecks, beatNames, isTempo, wordsOf, type BeatValues } from './beat-values.ts'
import { CoverField } from './cover-field.tsx'
import { removeFile, useChosenFile } from './draft.ts'
import { DropZone } from './drop-zone.tsx'
import { ExtraFile } from './extra-file.tsx'
import { DescriptionField, TagsField, VoiceTagField } from './form-fields.tsx'
import { FormFooter } from './form-footer.tsx'
import { GenreInput } from './genre-input.tsx'
import { KeyHint, TempoHint } from './heard-hints.tsx'
import { keepDraft } from './keep-draft.ts'
import { KeySelect } from './key-select.tsx'
import { LicenseFields } from './license-fields.tsx'
import { OWN_READS } from './own-actions.ts'
import { PlanNote } from './plan-note.tsx'
import { sendDraft } from './send-draft.ts'
import { shapeBpm, shaped } from './shaped.ts'
import { SoundCard } from './sound-card.tsx'
import { tierRows } from './tier-rows.tsx'
import { licensesOf, tierFields, tierSwitches } from './tier-values.ts'
import { titleFromName } from './title-from-name.ts'
import { useDraftForm } from './use-draft-form.ts'

type Props = {
  draft: BeatDraft
  /** Shows the dialog with this draft. */
  openDraft: () => void
  close: () => void
  /** The place for the buttons. */
  footer: HTMLElement | null
}

/** The form of a single beat. */
export function BeatForm({ draft, openDraft, close, footer }: Props) {
  const id = useId()
  const { touched, found, stage, values } = draft()
  const heard = found?.heard
  const audio = useChosenFile(draft, 'audio')
  const stems = useChosenFile(draft, 'stems')
  const form = useForm({
    start: values,
    checks: {
      ...beatChecks,
      audio: () =>
        audio
          ? found?.fault || (audio.upload.state === 'failed' ? audio.upload.fault : undefined)
          : 'Choose an audio file.',
    },
    action: {
      send: (filled: BeatValues) => send(draft, filled),
      success: 'Beat uploaded!',
      failure: 'Beat upload failed.',
      refresh: [...OWN_READS, 'GET /me/room'],
    },
    onDone: () => {},
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
  const switches = useWatch({ control: form.control, name: tierSwitches })
  const tiers = tierRows(switches, values, {
    ...(audio?.file.name.toLowerCase().endsWith('.mp3') && { WAV: 'a WAV' }),
    ...(!stems && { Stems: 'the stems' }),
  })
  const { touch, onInput } = useDraftForm({ draft, form, close })
  form.input('audio') // has no control of its own
  form.input('tags')

  const take = (name: 'bpm' | 'key', value: string) => {
    touch(name)
    form.set(name, value)
  }
  const choose = (file: File) => {
    void chooseSound(draft, file, openDraft)
    form.set('audio', file.name)
    if (!touched.has('title')) form.set('title', titleFromName(file.name))
  }

  const fillInHeard = useEffectEvent(() => {
    const [tempo, key] = [heard?.bpm[0], heard?.key[0]]
    if (tempo && !touched.has('bpm')) form.set('bpm', String(Math.round(tempo.value)))
    if (key && !touched.has('key')) form.set('key', key.value)
  })
  useEffect(() => {
    if (heard) fillInHeard()
  }, [heard])

  return (
    <form {...form.props} id={id} aria-label="Single Beat" onInput={onInput} className="grid gap-6">
      <PlanNote kind="BEAT" draft={draft} />
      {audio ? (
        <SoundCard
          draft={draft}
          upload={audio.upload}
          line={style?.line}
          bpm={Number(bpm)}
          onRemove={() => removeFile(draft, 'audio')}
        />
      ) : (
        <DropZone
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
        </DropZone>
      )}
      <div className="grid gap-x-8 gap-y-5.5 md:grid-cols-[232px_minmax(0,1fr)]">
        <div className="grid content-start gap-5 max-md:contents">
          <CoverField draft={draft} purpose="cover" openDraft={openDraft} />
          <div className="grid gap-5 max-md:order-3">
            <ExtraFile
              draft={draft}
              name="stems"
              label="Stems"
              title="Drop a ZIP"
              hint="Premium needs it. You can add it later."
              openDraft={openDraft}
            />
            <ExtraFile
              draft={draft}
              name="project"
              label="Project files"
              title="Drop a ZIP"
              hint="Exclusive delivers it too."
              openDraft={openDraft}
            />
            <VoiceTagField input={form.input('hasTag')} />
          </div>
        </div>
        <div className="grid content-start gap-5">
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
          <LicenseFields rows={tiers} form={form} />
        </div>
      </div>
      {footer &&
        createPortal(
          <FormFooter
            form={form}
            formId={id}
            names={beatNames}
            isSending={stage !== 'open'}
            action="Upload Beat"
            keep={(filled) => keepBeat(draft, filled)}
            close={close}
          />,
          footer,
        )}
    </form>
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
