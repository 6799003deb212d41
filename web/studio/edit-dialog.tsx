import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnItem, OwnItemDetail } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { kinds, ownRoute } from '#web/items/kinds.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { EditForm } from './edit-form.tsx'

/** Changes the words, numbers and prices of an own item. A rejected or returned one goes back into review. */
export function EditDialog({ item }: { item: OwnItem }) {
  const [open, setOpen] = useState(true)
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, ownRoute(item.kind), { params: { id: item.id } }),
    gcTime: 0, // the form must begin with what is stored now
  })
  return (
    <FormDialog
      size="wide"
      open={open}
      onClose={() => setOpen(false)}
      title={`Edit ${kinds[item.kind].name}`}
      description={item.title}
    >
      <Body detail={data} hasFailed={isError} again={() => void refetch()} onDone={() => setOpen(false)} />
    </FormDialog>
  )
}

type BodyProps = {
  detail: OwnItemDetail | undefined
  hasFailed: boolean
  again: () => void
  onDone: () => void
}

function Body({ detail, hasFailed, again, onDone }: BodyProps) {
  if (detail) return <EditForm item={detail} onDone={onDone} />
  if (!hasFailed)
    return (
      <div role="status" aria-busy aria-label="Loading">
        <TextSkeleton lines={8} />
      </div>
    )
  return <Failed again={again}>Failed to load licenses</Failed>
}
