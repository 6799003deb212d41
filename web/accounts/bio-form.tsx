import { useEffect, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { bioLimits } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pencil } from '#web/ui/icons.ts'
import { Textarea } from '#web/ui/textarea.tsx'

const refresh = ['GET /me', 'GET /users/:id'] as const

/** The bio. Its bar is there only while something differs. */
export function BioForm({ saved, onTyped }: { saved: string; onTyped: (bio: string) => void }) {
  const id = useId()
  const form = useForm({
    start: { bio: saved },
    checks: { bio: bioLimits },
    action: {
      send: ({ bio }) => call('POST /me/profile', { body: { bio }, files: {} }),
      success: 'Saved!',
      failure: 'Couldn’t save profile.',
      refresh,
    },
    onDone: ({ bio }) => {
      form.keep('bio', bio)
      focusBio()
    },
  })
  const remove = useAction({
    send: () => call('PATCH /me/profile', { body: { bio: '' } }),
    success: 'Bio removed.',
    failure: 'Couldn’t remove bio.',
    refresh,
  })
  const bio = useWatch({ control: form.control, name: 'bio' }) ?? saved
  useEffect(() => onTyped(bio), [bio, onTyped])
  /** The pressed button is gone after the press. */
  const focusBio = () => document.getElementById(id)?.focus()
  const reset = (text: string) => {
    form.keep('bio', text)
    focusBio()
  }
  return (
    <form {...form.props} aria-label="Profile" className="mt-7">
      <div className="mb-1 flex min-h-9 items-center justify-between">
        <label htmlFor={id} className="font-semibold">
          Bio
        </label>
        {saved && (
          <Button
            look="ghost"
            size={36}
            className="-mr-3"
            loading={remove.pending}
            onClick={() => void remove.run(undefined).then(({ done }) => done && reset(''))}
          >
            Remove bio
          </Button>
        )}
      </div>
      <Textarea
        id={id}
        {...form.input('bio')}
        value={bio}
        defaultValue={undefined}
        rows={5}
        maxLength={bioLimits.max[0]}
        aria-invalid={form.errors.bio ? true : undefined}
        aria-describedby={form.errors.bio && `${id}-error`}
      />
      {form.errors.bio && <Fault id={`${id}-error`}>{form.errors.bio}</Fault>}
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      {bio !== saved && (
        <div
          role="group"
          aria-label="Unsaved changes"
          className="mt-6 flex flex-wrap items-center gap-2 rounded-[10px] bg-wall p-3 pl-4 max-md:sticky max-md:bottom-[calc(var(--bars)+8px)] max-md:z-5 max-md:shadow-pop"
        >
          <p role="status" className="mr-auto flex items-center gap-2 text-[14px] text-soft max-md:basis-full">
            <Icon of={Pencil} size={16} />
            Bio changed, not saved.
          </p>
          <Button look="ghost" onClick={() => reset(saved)}>
            Discard
          </Button>
          <Button {...form.submit} look="paper" className="max-md:flex-1">
            Save Profile
          </Button>
        </div>
      )}
    </form>
  )
}
