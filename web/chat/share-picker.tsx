import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Item } from '#contract/item.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { kinds } from '#web/items/kinds.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Input } from '#web/ui/input.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'

/** Picks one of a person's own items or likes. */
export function SharePicker({ onPick }: { onPick: (item: Item) => void }) {
  const [open, setOpen] = useState(true)
  const [of, setOf] = useState<'own' | 'likes'>('own')
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, isError, isPending, refetch } = useQuery({
    ...apiQuery(call, 'GET /chat/shareable', { query: { of, q } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Share a beat, pack or kit">
      <div role="group" aria-label="Pick from" className="mb-3 flex gap-2">
        <Chip pressed={of === 'own'} onPress={() => setOf('own')}>
          Yours
        </Chip>
        <Chip pressed={of === 'likes'} onPress={() => setOf('likes')}>
          Likes
        </Chip>
      </div>
      <Input
        size={40}
        type="search"
        aria-label="Title"
        placeholder="Title"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isPending && (
        <div role="status" aria-busy aria-label="Loading" className="mt-3">
          {Array.from({ length: 3 }, (_, index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
      )}
      {isError && !data && (
        <Failed again={refetch} className="mt-4">
          Couldn’t load them.
        </Failed>
      )}
      {data?.length === 0 && (
        <p className="mt-4 text-soft">
          {q ? 'Nothing of that title.' : of === 'own' ? 'You have nothing in the store yet.' : 'You like nothing yet.'}
        </p>
      )}
      <ul className="mt-3 max-h-[50dvh] overflow-y-auto">
        {data?.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => {
                onPick(item)
                setOpen(false)
              }}
              className="flex min-h-15 w-full items-center gap-3 rounded-sm px-2 text-left hover:bg-step"
            >
              <Cover src={coverFolder(item.coverUrl ?? '')} size={40} className="size-10 flex-none rounded-xs" />
              <span className="min-w-0">
                <span className="block truncate font-bold">{item.title}</span>
                <span className="block truncate text-[13px] text-soft">
                  {kinds[item.kind].name} by {item.artistName}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
