import { FileAudio, FileArchive, FileImage } from '#web/ui/icons.ts'
import { ask } from '#web/ui/ask.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { cancelUpload } from './start-upload.ts'
import { amountSent } from './tray-words.ts'
import { UploadButtons } from './upload-buttons.tsx'
import { uploadWords } from './upload-words.ts'
import type { RunningUpload } from './uploads.ts'

const icons = { audio: FileAudio, cover: FileImage }

/** A file in the tray. Its name leads to its form. */
export function UploadEntry({ upload }: { upload: RunningUpload }) {
  const { key, purpose, name, state, sent, size, open } = upload
  const cancel = async () => {
    const question = {
      title: 'Cancel this upload?',
      text: `${name} is removed.`,
      action: 'Cancel upload',
      danger: true,
    }
    if (state === 'failed' || (await ask(question))) cancelUpload(key)
  }
  return (
    <div role="group" aria-label={name} className="relative min-w-0">
      <div className="flex items-center gap-3">
        <span className="grid size-11 flex-none place-items-center rounded-xs bg-step text-soft">
          <Icon of={icons[purpose as keyof typeof icons] ?? FileArchive} size={22} />
        </span>
        <div className="min-w-0 flex-1">
          <button
            type="button"
            onClick={open}
            className="block min-h-6 max-w-full truncate text-left font-bold hover:underline"
          >
            {name}
          </button>
          <p className={cx('num text-[13px]', state === 'failed' ? 'text-bad' : 'truncate text-dim')}>
            {state === 'sending' && `${amountSent(upload)} · `}
            {uploadWords(upload)}
            {state === 'complete' && (
              <>
                {'. '}
                <button type="button" onClick={open} className="min-h-6 underline hover:text-ink">
                  Finish the form<span className="sr-only"> with {name}</span>
                </button>
              </>
            )}
          </p>
        </div>
        <UploadButtons upload={upload} onCancel={() => void cancel()} cancel="Cancel" />
      </div>
      {state !== 'complete' && state !== 'failed' && (
        <div className="mt-1 ml-14">
          <Progress label={`Upload of ${name}`} value={sent / size} />
        </div>
      )}
    </div>
  )
}
