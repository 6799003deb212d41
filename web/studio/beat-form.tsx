import { useEffect, useEffectEvent, useId } from 'react'
import { createPortal } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { Music } from 'lucide'
import { shapeDescription, shapeTitle, TAGS_MOST_OF_ITEM, tagsOf } from '#contract/shaping.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { chooseFile, removeFile, useChosenFile, type BeatDraft } from './beat-draft.ts'
import { BeatFooter } from './beat-footer.tsx'
import { beatChecks, tierFields, type BeatValues } from './beat-values.ts'
import { CoverField } from './cover-field.tsx'
import { DropZone } from './drop-zone.tsx'
import { ExtraFile } from './extra-file.tsx'
import { GenreInput } from './genre-input.tsx'
import { KeyHint, TempoHint } from './heard-hints.tsx'
import { KeySelect } from './key-select.tsx'
import { LicenseFields } from './license-fields.tsx'
import { OWN_READS } from './own-actions.ts'
import { PlanNote } from './plan-note.tsx'
import { sendBeat } from './send-beat.ts'
import { shapeBpm, shaped } from './shaped.ts'
import { SoundCard } from './sound-card.tsx'
import { TagsInput } from './tags-input.tsx'
import { titleFromName } from './title-from-name.ts'
import { useTierRows } from './use-tier-rows.tsx'

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
  const { touched, heard, soundFault, stage, values } = draft()
  const audio = useChosenFile(draft, 'audio')
  const form = useForm({
    start: values,
    checks: {
      ...beatChecks,
      audio: () =>
        audio
          ? soundFault || (audio.upload.state === 'failed' ? audio.upload.fault : undefined)
          : 'Choose an audio file.',
    },
    action: {
      send: (filled: BeatValues) => sendBeat(draft, filled),
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
  const tiers = useTierRows(draft, form.control)
  form.input('audio') // has no control of its own
  form.input('tags')

  const touch = (name: string) => name && draft.setState({ touched: new Set(touched).add(name) })
  const take = (name: 'bpm' | 'key', value: string) => {
    touch(name)
    form.set(name, value)
  }
  const choose = (file: File) => {
    chooseFile(draft, 'audio', file, openDraft)
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
  const keep = useEffectEvent(() => draft.setState({ values: form.values() }))
  useEffect(() => () => keep(), [])
  useEffect(() => {
    if (stage === 'sent') close()
  }, [stage, close])

  return (
    <form
      {...form.props}
      id={id}
      aria-label="Single Beat"
      onInput={({ target }) => touch((target as HTMLInputElement).name)}
      className="grid gap-6"
    >
      <PlanNote draft={draft} />
      {audio ? (
        <SoundCard
          draft={draft}
          upload={audio.upload}
          line={style?.line}
          bpm={Number(bpm)}
          onRemove={() => removeFile(draft, 'audio')}
        />
      ) : (
        <DropZone name="audio" purpose="audio" onFile={choose} error={form.errors.audio} className="min-h-32 px-6">
          <Icon of={Music} size={30} className="flex-none" />
          <span>
            <b className="block text-[17px] text-ink">Drop your beat here, or choose a file</b> MP3 or WAV, up to 100
            MB. It starts to upload at once, while you fill in the rest.
          </span>
        </DropZone>
      )}
      <div className="grid gap-x-8 gap-y-5.5 md:grid-cols-[232px_minmax(0,1fr)]">
        <div className="grid content-start gap-5 max-md:contents">
          <CoverField draft={draft} openDraft={openDraft} />
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
            <div>
              <Switch {...form.input('hasTag')}>
                <span className="font-semibold">Voice tag in the preview</span>
              </Switch>
              <p className="mt-1.5 text-[13px] text-dim">Slide’s own tag. Buyers get clean files.</p>
            </div>
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
          <Field
            label={
              <>
                Tags and moods{' '}
                <span className="num font-normal text-dim">
                  {tagsOf(tags).length} of {TAGS_MOST_OF_ITEM}
                </span>
              </>
            }
            error={form.errors.tags}
          >
            {(control) => <TagsInput {...control} value={tags} onChange={(value) => form.set('tags', value)} />}
          </Field>
          <Field
            label="For fans of"
            optional
            hint="Up to three names, separated by commas. They go before “type beat”."
            error={form.errors.fansOf}
          >
            {(control) => <Input {...control} {...form.input('fansOf')} autoComplete="off" />}
          </Field>
          <Field label="Description" optional error={form.errors.description}>
            {(control) => (
              <Textarea {...control} {...form.input('description')} {...shaped(shapeDescription)} rows={3} />
            )}
          </Field>
          <LicenseFields rows={tiers} form={form} />
        </div>
      </div>
      {footer && createPortal(<BeatFooter form={form} formId={id} draft={draft} close={close} />, footer)}
    </form>
  )
}
