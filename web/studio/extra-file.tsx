import { Archive } from 'lucide'
import type { ReactNode } from 'react'
import { UploadButtons } from '#web/uploads/upload-buttons.tsx'
import { percentSent, uploadWords } from '#web/uploads/upload-words.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { BeatDraft } from './beat-draft.ts'
import { chooseFile, removeFile, useChosenFile } from './draft.ts'
import { DropZone } from './drop-zone.tsx'

type Props = {
  draft: BeatDraft
  name: 'stems' | 'project'
  label: string
  title: string
  hint: ReactNode
  openDraft: () => void
}

/** A ZIP beside the sound. It may come later. */
export function ExtraFile({ draft, name, label, title, hint, openDraft }: Props) {
  const chosen = useChosenFile(draft, name)
  return (
    <div role="group" aria-label={label}>
      <p aria-hidden className="mb-1.5 font-semibold">
        {label} <span className="font-normal text-dim">(optional)</span>
      </p>
      {chosen ? (
        <div className="rounded-sm bg-curb p-3">
          <div className="flex items-center gap-2">
            <p className="min-w-0 flex-1 truncate text-[14px] font-semibold">{chosen.upload.name}</p>
            <UploadButtons upload={chosen.upload} onCancel={() => removeFile(draft, name)} cancel="Remove" />
          </div>
          <p className={cx('num text-[13px]', chosen.upload.state === 'failed' ? 'text-bad' : 'text-dim')}>
            {chosen.upload.state === 'sending' && `${percentSent(chosen.upload)}%, `}
            {uploadWords(chosen.upload)}
          </p>
          {chosen.upload.state !== 'complete' && (
            <Progress
              label={`Upload of ${chosen.upload.name}`}
              value={chosen.upload.sent / chosen.upload.size}
              className="mt-2"
            />
          )}
        </div>
      ) : (
        <DropZone
          name={name}
          purpose={name}
          onFiles={([file]) => chooseFile(draft, { name, purpose: name, file, open: openDraft })}
        >
          <Icon of={Archive} size={22} className="flex-none" />
          <span>
            <b className="block text-[15px] text-ink">{title}</b> {hint}
          </span>
        </DropZone>
      )}
    </div>
  )
}
