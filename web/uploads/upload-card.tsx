import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Progress } from '#web/ui/progress.tsx'
import { UploadButtons } from './upload-buttons.tsx'
import { percentSent, uploadWords } from './upload-words.ts'
import type { RunningUpload } from './uploads.ts'

type Props = { upload: RunningUpload; onRemove: () => void; name?: string; children?: ReactNode }

/** A small file that was chosen, in the place of its drop zone. */
export const UploadCard = ({ upload, onRemove, name, children }: Props) => (
  <div className="rounded-sm bg-curb p-3">
    <div className="flex items-center gap-2">
      <p className="min-w-0 flex-1 truncate text-[14px] font-semibold">{upload.name}</p>
      <UploadButtons upload={upload} onCancel={onRemove} cancel="Remove" {...(name && { name })} />
    </div>
    <p className={cx('num text-[13px]', upload.state === 'failed' ? 'text-bad' : 'text-dim')}>
      {upload.state === 'sending' && `${percentSent(upload)}%, `}
      {uploadWords(upload)}
    </p>
    {upload.state !== 'complete' && (
      <Progress label={`Upload of ${upload.name}`} value={upload.sent / upload.size} className="mt-2" />
    )}
    {children}
  </div>
)
