import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnItem } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { kinds } from '#web/items/kinds.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { WindowsChart, type Span } from './windows-chart.tsx'

/** How the plays of one own item became likes and sales. */
export function ItemChart({ item: { id, kind, title } }: { item: OwnItem }) {
  const [open, setOpen] = useState(true)
  const [span, setSpan] = useState<Span>(30)
  const { data, isError, refetch } = useQuery(
    apiQuery(call, 'GET /me/stats', { query: { kinds: kind, item: id, days: 90 } }),
  )
  return (
    <Dialog
      size="wide"
      open={open}
      onOpenChange={setOpen}
      title={`Figures of the ${kinds[kind].one}`}
      description={title}
    >
      {isError && <Failed again={refetch}>The figures could not be loaded.</Failed>}
      {data && <WindowsChart stats={data} span={span} onSpan={setSpan} />}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading">
          <TextSkeleton lines={6} />
        </div>
      )}
    </Dialog>
  )
}
