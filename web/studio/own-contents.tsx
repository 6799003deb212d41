import { useQuery } from '@tanstack/react-query'
import { X } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { ReadRoute, ReplyOf } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { duration, exactly, fileSize, musicKey } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { OWN_READS } from './own-actions.ts'

/** A kit may hold thousands of files; rows appear by this many. */
const ROWS = 100

/** The tracks of an own pack. Each can be taken out. */
export function PackContents({ id }: { id: number }) {
  const read = 'GET /me/packs/:id/contents'
  const { data, isError, refetch } = useQuery({ ...apiQuery(call, read, { params: { id } }), gcTime: 0 })
  return (
    <Parts
      title="Tracks"
      parts={data}
      failure={isError && 'Failed to load contents.'}
      again={() => void refetch()}
      remove={(packBeatId) =>
        call('DELETE /me/packs/:packId/beats/:packBeatId', { params: { packId: id, packBeatId } })
      }
      refresh={[...OWN_READS, read, 'GET /me/packs/:id']}
    />
  )
}

/** The files of an own kit. Each can be taken out. */
export function KitContents({ id }: { id: number }) {
  const read = 'GET /me/kits/:id/contents'
  const { data, isError, refetch } = useQuery({ ...apiQuery(call, read, { params: { id } }), gcTime: 0 })
  return (
    <Parts
      title="Files"
      parts={data?.files}
      failure={isError && 'Failed to load kit contents.'}
      again={() => void refetch()}
      remove={(kitItemId) => call('DELETE /kits/:id/items/:kitItemId', { params: { id, kitItemId } })}
      refresh={[...OWN_READS, read, 'GET /me/kits/:id']}
    />
  )
}

type Part = ReplyOf<'GET /me/kits/:id/contents'>['files'][number]
type PartsProps = {
  title: string
  parts: readonly Part[] | undefined
  failure: string | false
  again: () => void
  remove: (id: number) => Promise<unknown>
  refresh: readonly ReadRoute[]
}

function Parts({ title, parts, failure, again, remove, refresh }: PartsProps) {
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const [rows, setRows] = useState(ROWS)
  const removal = useAction({
    send: remove,
    optimistic(id: number) {
      setGone((before) => new Set(before).add(id))
      return () => setGone((before) => new Set([...before].filter((one) => one !== id)))
    },
    success: 'Item removed.',
    failure: 'Failed to remove item.',
    refresh,
  })
  if (failure && !parts) return <Failed again={again}>{failure}</Failed>
  if (!parts)
    return (
      <div role="status" aria-busy aria-label="Loading the contents">
        <TextSkeleton lines={3} />
      </div>
    )
  const left = parts.filter(({ id }) => !gone.has(id))
  if (left.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">
        {title} <span className="num font-normal text-dim">{exactly(left.length)}</span>
      </h3>
      <ul className="md:max-h-80 md:overflow-y-auto">
        {left.slice(0, rows).map((part) => (
          <Row key={part.id} part={part} onRemove={() => void removal.run(part.id)} />
        ))}
      </ul>
      {left.length > rows && (
        <Button size={36} className="mt-3" onClick={() => setRows(rows + ROWS)}>
          Show more
        </Button>
      )}
    </section>
  )
}

function Row({ part, onRemove }: { part: Part; onRemove: () => void }) {
  const { title, folder, fileName, bytes, durationInSeconds, bpm, key } = part
  const path = folder ? `${folder}/${fileName}` : fileName
  const facts = [
    bpm && `${bpm} BPM`,
    key && musicKey(key),
    durationInSeconds !== null && duration(durationInSeconds),
    bytes !== null && fileSize(bytes),
  ]
  return (
    <li className="flex items-center gap-3 border-t border-rail/60 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{title}</p>
        <p className="truncate text-[13px] text-dim">{path}</p>
      </div>
      <p className="num flex-none text-[13px] text-dim max-md:hidden">{facts.filter(Boolean).join(' / ')}</p>
      <IconButton
        label={`Remove ${path}`}
        onClick={({ currentTarget }) => {
          const row = currentTarget.closest('li')
          const next = row?.nextElementSibling ?? row?.previousElementSibling
          next?.querySelector('button')?.focus() // else the focus would be lost with the row
          onRemove()
        }}
      >
        <Icon of={X} size={18} />
      </IconButton>
    </li>
  )
}
