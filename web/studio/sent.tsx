import { CircleCheck } from '#web/ui/icons.ts'
import { percentSent, uploadWords } from '#web/uploads/upload-words.ts'
import type { RunningUpload } from '#web/uploads/uploads.ts'
import { Icon } from '#web/ui/icon.tsx'

/** How far the form’s main file is. */
export const Sent = ({ upload }: { upload: RunningUpload }) => (
  <p className="num text-right leading-tight max-md:flex-1 max-md:text-left">
    <b className="text-[17px] md:block">
      {upload.state === 'complete' ? (
        <span className="inline-flex items-center gap-1.5">
          <Icon of={CircleCheck} size={16} className="text-ok" />
          Uploaded
        </span>
      ) : (
        `${percentSent(upload)}%`
      )}
    </b>{' '}
    <span className="text-[13px] whitespace-nowrap text-dim">{upload.state !== 'complete' && uploadWords(upload)}</span>
  </p>
)
