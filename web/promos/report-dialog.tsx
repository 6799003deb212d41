import { useState } from 'react'
import type { Promotion } from '#contract/promotions.ts'
import { tierWords } from '#web/promotions/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Report, ReportDownload } from './report.tsx'

export function ReportDialog({ promotion }: { promotion: Promotion }) {
  const [open, setOpen] = useState(true)
  const { title, style } = promotion
  return (
    <Dialog
      size="wide"
      open={open}
      onOpenChange={setOpen}
      title={`Promotion of ${title}`}
      description={tierWords(promotion)}
      footer={<ReportDownload promotion={promotion} />}
    >
      <div data-line={style?.line}>
        <Report promotion={promotion} />
      </div>
    </Dialog>
  )
}
