import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AUDIENCE_WORDS, AUDIENCES, type Audience } from '#contract/announcement-values.ts'
import { announcementLimits } from '#contract/desk-limits.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { day, exactly } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

export const ANNOUNCEMENTS = ['GET /admin/announcements', 'GET /announcements/banner', 'GET /admin/actions'] as const
const FORM = 'announcement'
type Words = { title: string; message: string; path: string; audience: string; bannerUntil: string }

const EMPTY: Words = { title: '', message: '', path: '', audience: 'all', bannerUntil: '' }

/** First the words, then how they look and for how many people. Only the second step sends. */
export function AnnouncementDialog() {
  const [open, setOpen] = useState(true)
  const [preview, setPreview] = useState<Words | null>(null)
  const [kept, setKept] = useState(EMPTY)
  const close = () => setOpen(false)
  return preview ? (
    <Preview words={preview} open={open} onClose={close} onBack={() => setPreview(null)} />
  ) : (
    <Write
      start={kept}
      open={open}
      onClose={close}
      onNext={(words) => {
        setKept(words)
        setPreview(words)
      }}
    />
  )
}

const isWritten = (words: Words) => Object.entries(EMPTY).some(([name, word]) => words[name as keyof Words] !== word)

const peopleGet = (people: number) => (people === 1 ? '1 person gets' : `${exactly(people)} people get`)

type WriteProps = { start: Words; open: boolean; onClose: () => void; onNext: (words: Words) => void }

function Write({ start, open, onClose, onNext }: WriteProps) {
  const { title, message, path } = announcementLimits
  const form = useForm({
    start,
    checks: announcementLimits,
    action: { send: async (words: Words) => words, failure: '' },
    onDone: onNext,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      hasUnsaved={() => isWritten(form.values())}
      title="Write an announcement"
      description="Nobody reads it before you have seen how it looks."
      footer={
        <>
          <CloseButton />
          <Button {...form.submit} form={FORM} look="paper">
            Preview
          </Button>
        </>
      }
    >
      <form {...form.props} id={FORM} aria-label="Announcement" className="grid gap-4">
        <Field label="Title" error={form.errors.title}>
          {(control) => <Input {...control} {...form.input('title')} maxLength={title.max[0]} required />}
        </Field>
        <Field label="Text" error={form.errors.message}>
          {(control) => (
            <Textarea {...control} {...form.input('message')} rows={5} maxLength={message.max[0]} required />
          )}
        </Field>
        <Field label="Page it leads to" hint="A page of this site, such as /charts." error={form.errors.path} optional>
          {(control) => <Input {...control} {...form.input('path')} maxLength={path.max[0]} />}
        </Field>
        <Field label="For">
          {(control) => (
            <Select {...control} {...form.input('audience')}>
              {AUDIENCES.map((audience) => (
                <option key={audience} value={audience}>
                  {AUDIENCE_WORDS[audience]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Banner on every page until" hint="The last day, by UTC." error={form.errors.bannerUntil} optional>
          {(control) => <Input {...control} {...form.input('bannerUntil')} type="date" />}
        </Field>
      </form>
    </FormDialog>
  )
}

type PreviewProps = { words: Words; open: boolean; onClose: () => void; onBack: () => void }

function Preview({ words, open, onClose, onBack }: PreviewProps) {
  const { title, message, path, bannerUntil } = words
  const audience = words.audience as Audience
  const reach = useQuery(apiQuery(call, 'GET /admin/announcements/reach', { query: { audience } }))
  const form = useForm({
    start: {},
    checks: {},
    action: {
      send: () =>
        call('POST /admin/announcements', {
          body: { title, message, audience, ...(path && { path }), ...(bannerUntil && { bannerUntil }) },
        }),
      success: 'It is on its way.',
      failure: 'It could not be sent.',
      refresh: ANNOUNCEMENTS,
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      hasUnsaved={() => true}
      title="Send this announcement?"
      description={`${AUDIENCE_WORDS[audience]}: ${reach.data ? peopleGet(reach.data.people) : '… people get'} it within minutes.`}
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button {...form.submit} form={FORM} look="paper">
            Send it
          </Button>
        </>
      }
    >
      <form {...form.props} id={FORM} aria-label="Preview" className="rounded-sm bg-curb p-4">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="mt-1 wrap-anywhere whitespace-pre-line text-soft">{message}</p>
        {path && <p className="mt-2 text-[13px] wrap-anywhere text-dim">It leads to {path}</p>}
        {bannerUntil && <p className="mt-1 text-[13px] text-dim">A banner on every page until {day(bannerUntil)}</p>}
      </form>
      {form.failure && (
        <Fault role="alert" className="mt-3">
          {form.failure}
        </Fault>
      )}
    </FormDialog>
  )
}
