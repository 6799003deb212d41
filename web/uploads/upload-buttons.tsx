import { Pause, Play, RotateCcw, X } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { pauseUpload, resumeUpload } from './start-upload.ts'
import type { RunningUpload } from './uploads.ts'

type Props = {
  upload: RunningUpload
  onCancel: () => void
  /** The words for the last button. */
  cancel: string
  /** At this name a form finds the last button to give it the focus. */
  name?: string
}

/** Pause or resume, and cancel. */
export function UploadButtons({ upload: { key, name: file, state }, onCancel, cancel, name }: Props) {
  const moves = state === 'sending' || state === 'waiting'
  return (
    <span className="flex flex-none">
      {moves && (
        <IconButton label={`Pause the upload of ${file}`} onClick={() => pauseUpload(key)}>
          <Icon of={Pause} size={18} className="fill-current stroke-[1.2]" />
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton label={`Resume the upload of ${file}`} onClick={() => resumeUpload(key)}>
          <Icon of={Play} size={18} className="fill-current stroke-[1.2]" />
        </IconButton>
      )}
      {state === 'failed' && (
        <IconButton label={`Try the upload of ${file} again`} onClick={() => resumeUpload(key)}>
          <Icon of={RotateCcw} size={18} />
        </IconButton>
      )}
      <IconButton label={`${cancel} ${file}`} name={name} onClick={onCancel}>
        <Icon of={X} size={19} />
      </IconButton>
    </span>
  )
}
