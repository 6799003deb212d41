import { FileArchive } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import { exactly, fileSize } from '#web/items/format.ts'
import { UploadButtons } from '#web/uploads/upload-buttons.tsx'
import type { RunningUpload } from '#web/uploads/uploads.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Sent } from './sent.tsx'
import type { ZippedFile } from './zip-list.ts'

type Props = {
  upload: RunningUpload
  /** Null while they are not known. */
  files: readonly ZippedFile[] | null
  /** Why it can’t be sent. */
  fault: string | undefined
  onRemove: () => void
  children?: ReactNode
}

/** The chosen archive. */
export function ZipCard({ upload, files, fault, onRemove, children }: Props) {
  const facts = [files && `${exactly(files.length)} ${files.length === 1 ? 'file' : 'files'}`, fileSize(upload.size)]
  return (
    <section aria-label="Chosen file" className="rounded-md bg-curb p-4 pr-3.5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <span className="grid size-11 flex-none place-items-center rounded-xs bg-step text-soft max-md:hidden">
          <Icon of={FileArchive} size={22} />
        </span>
        <div className="min-w-0 flex-1 max-md:basis-full">
          <p className="truncate font-bold">{upload.name}</p>
          <p className="num text-[13px] text-dim">{facts.filter(Boolean).join(', ')}</p>
        </div>
        {!fault && <Sent upload={upload} />}
        <UploadButtons upload={upload} onCancel={onRemove} cancel="Remove" name="zip" />
      </div>
      {upload.state !== 'complete' && (
        <Progress label={`Upload of ${upload.name}`} value={upload.sent / upload.size} className="mt-3.5" />
      )}
      {fault && (
        <Fault role="alert" className="mt-3">
          {fault}
        </Fault>
      )}
      {children}
    </section>
  )
}
