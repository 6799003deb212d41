import { useQueryClient } from '@tanstack/react-query'
import { Archive, FileAudio, ImageUp } from '#web/ui/icons.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { fileSize } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { cancelUpload } from '#web/uploads/start-upload.ts'
import { UploadCard } from '#web/uploads/upload-card.tsx'
import type { RunningUpload } from '#web/uploads/uploads.ts'
import { addFile, partNames, purposeOf, sendAddedFile, useAddedFile, type Place } from './added-file.ts'
import { DropZone } from './drop-zone.tsx'

const looks = {
  cover: { icon: ImageUp, what: 'a picture', other: 'another picture', hint: 'JPG, PNG or WebP.' },
  audio: { icon: FileAudio, what: 'a WAV or MP3', other: 'another WAV or MP3', hint: 'Preview and MP3 are made anew.' },
  zip: {
    icon: Archive,
    what: 'a ZIP',
    other: 'another ZIP',
    hint: 'All of it takes the place of the present one. Previews are made anew.',
  },
  stems: { icon: Archive, what: 'a ZIP', other: 'another ZIP', hint: 'Premium delivers them.' },
  project: { icon: Archive, what: 'a ZIP', other: 'another ZIP', hint: 'Exclusive delivers them too.' },
}
const roles = { cover: null, audio: 'master', zip: 'archive', stems: 'stems', project: 'project' }

type Props = { place: Place; detail: OwnItemDetail | undefined; open: () => void }

/** A part of an item: its present file, and the place where another one is dropped. */
export function FilePart({ place, detail, open }: Props) {
  const queries = useQueryClient()
  const { onItsWay, fault } = useAddedFile(place)
  const { part } = place
  const { icon, what, other, hint } = looks[part]
  const present = detail?.files.find(({ role }) => role === roles[part])
  const coverUrl = part === 'cover' ? detail?.coverUrl : null
  const choose = (file: File) => void sendAddedFile({ ...place, file, queries, open })
  return (
    <div role="group" aria-label={partNames[part]}>
      <p aria-hidden className="mb-1.5 font-semibold">
        {partNames[part]}
      </p>
      {present && (
        <p className="num mb-2 truncate text-[14px] text-soft">
          {present.name}, {fileSize(present.bytes)}
        </p>
      )}
      <div className="flex items-center gap-3">
        {coverUrl && (
          <Cover src={coverFolder(coverUrl)} size={60} alt="Present cover" className="size-15 flex-none rounded-xs" />
        )}
        <div className="min-w-0 flex-1">
          {onItsWay ? (
            <OnItsWay place={place} {...onItsWay} />
          ) : (
            <DropZone name={part} purpose={purposeOf(place)} error={fault} onFiles={([file]) => choose(file)}>
              <Icon of={icon} size={22} className="flex-none" />
              <span>
                <b className="block text-[15px] text-ink">
                  {present || coverUrl ? `Drop ${other} to replace it` : `Drop ${what}`}
                </b>{' '}
                {hint}
              </span>
            </DropZone>
          )}
        </div>
      </div>
    </div>
  )
}

type OnItsWayProps = { place: Place; upload: RunningUpload; isSending: boolean }

function OnItsWay({ place, upload, isSending }: OnItsWayProps) {
  const queries = useQueryClient()
  return (
    <UploadCard upload={upload} onRemove={() => cancelUpload(upload.key)}>
      {upload.state === 'complete' && (
        <Button size={36} loading={isSending} onClick={() => void addFile(place, upload.key, queries)} className="mt-2">
          Add it
        </Button>
      )}
    </UploadCard>
  )
}
