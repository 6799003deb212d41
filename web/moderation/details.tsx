import { useState } from 'react'
import type { Submission } from '#contract/submission.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { Contents } from './contents.tsx'
import { Matches, type Reject } from './matches.tsx'

type Props = { row: Submission; onReject: Reject }

/** The matches of a submission, and what is in a pack or kit. */
export const Details = ({ row, onReject }: Props) => (
  <div className="grid gap-5">
    {row.match && <Matches row={row} onReject={onReject} />}
    {row.kind !== 'BEAT' && <Contents row={row} />}
  </div>
)

/** On a phone the details open over the page. */
export function DetailsSheet({ row, onReject }: Props) {
  const [open, setOpen] = useState(true)
  return (
    <Sheet open={open} onOpenChange={setOpen} title={row.title}>
      <Details
        row={row}
        onReject={(reason) => {
          setOpen(false)
          onReject(reason)
        }}
      />
    </Sheet>
  )
}
