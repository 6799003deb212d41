import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { supportNoteLimits } from '#contract/desk-limits.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { X } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { when } from '#web/ui/when.ts'

const NOTES = 'GET /admin/people/:id/notes'

/** What admins note about a person. The person never sees it here. */
export function SupportNotes({ person, name }: { person: number; name: string }) {
  const params = { id: person }
  const { data: notes, isError, refetch } = useQuery(apiQuery(call, NOTES, { params }))
  const [typed, setTyped] = useState('')
  const body = typed.trim()
  const add = useAction({
    send: () => call('POST /admin/people/:id/notes', { params, body: { body } }),
    failure: 'Couldn’t keep the note.',
    refresh: [NOTES],
  })
  const remove = useAction({
    send: (id: number) => call('DELETE /admin/notes/:id', { params: { id } }),
    failure: 'Couldn’t delete the note.',
    refresh: [NOTES],
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (body && !add.pending && (await add.run(undefined)).done) setTyped((now) => (now === typed ? '' : now))
  }
  return (
    <details className="flex-none border-t border-rail/60 px-4 py-2 md:px-7">
      <summary className="num flex min-h-9 cursor-pointer items-center text-[14px] font-semibold text-soft">
        Notes on {name}
        {notes && ` (${notes.length})`}
      </summary>
      {isError && !notes && <Failed again={refetch}>Couldn’t load the notes.</Failed>}
      <ul className="max-h-40 overflow-y-auto text-[14px]">
        {notes?.map((note) => (
          <li key={note.id} className="flex items-start gap-2 py-1.5">
            <p className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere">
              {note.body}
              <span className="num block text-[12.5px] text-dim">
                {note.by}, {when(note.createdAt)}
              </span>
            </p>
            <IconButton label={`Delete note: ${note.body.slice(0, 40)}`} onClick={() => void remove.run(note.id)}>
              <Icon of={X} size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <form aria-label="New note" onSubmit={(event) => void submit(event)} className="flex gap-2 py-2">
        <Input
          size={40}
          aria-label="Note"
          placeholder="Only admins see it"
          maxLength={supportNoteLimits.body.max[0]}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" size={36} className="h-10" loading={add.pending} disabled={!body}>
          Add note
        </Button>
      </form>
    </details>
  )
}
