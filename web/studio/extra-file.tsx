import { Archive } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import { UploadCard } from '#web/uploads/upload-card.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { BeatDraft } from './beat-draft.ts'
import { chooseFile, removeFile, useChosenFile } from './draft.ts'
import { FileZone } from './file-zone.tsx'

type Props = {
  draft: BeatDraft
  name: 'stems' | 'project'
  label: string
  title: string
  hint: ReactNode
  error: string | undefined
  openDraft: () => void
}

/** A ZIP beside the sound. It may come later. */
export function ExtraFile({ draft, name, label, title, hint, error, openDraft }: Props) {
  const chosen = useChosenFile(draft, name)
  return (
    <div role="group" aria-label={label}>
      <p aria-hidden className="mb-1.5 font-semibold">
        {label} <span className="font-normal text-dim">(optional)</span>
      </p>
      {chosen ? (
        <UploadCard upload={chosen.upload} onRemove={() => removeFile(draft, name)} name={name}>
          {chosen.upload.state !== 'failed' && error && (
            <Fault role="alert" className="mt-2">
              {error}
            </Fault>
          )}
        </UploadCard>
      ) : (
        <FileZone
          draft={draft}
          error={error}
          name={name}
          purpose={name}
          onFiles={([file]) => chooseFile(draft, { name, purpose: name, file, open: openDraft })}
        >
          <Icon of={Archive} size={22} className="flex-none" />
          <span>
            <b className="block text-[15px] text-ink">{title}</b> {hint}
          </span>
        </FileZone>
      )}
    </div>
  )
}
