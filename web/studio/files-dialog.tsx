import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive } from 'lucide'
import { useState } from 'react'
import type { OwnItem } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { fileSize } from '#web/items/format.ts'
import { ownRoute } from '#web/items/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { show } from '#web/ui/show.ts'
import { cancelUpload } from '#web/uploads/start-upload.ts'
import { UploadCard } from '#web/uploads/upload-card.tsx'
import { addFile, partNames, sendAddedFile, useAddedFile, type AddedPart, type Place } from './added-file.ts'
import { DropZone } from './drop-zone.tsx'

const hints = { stems: 'Premium delivers them.', project: 'Exclusive delivers them too.' }

export const openFiles = (item: OwnItem) => show(<FilesDialog item={item} />)

/** Adds stems and project files to a beat or a pack that was sent without, or replaces them. */
function FilesDialog({ item }: { item: OwnItem }) {
  const [open, setOpen] = useState(true)
  const { data, isError, refetch } = useQuery(apiQuery(call, ownRoute(item.kind), { params: { id: item.id } }))
  const parts: AddedPart[] = item.kind === 'BEAT' ? ['stems', 'project'] : ['stems']
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Files for licenses" description={item.title}>
      {isError && <Failed again={refetch}>The files could not be loaded.</Failed>}
      <div className="grid gap-5">
        {parts.map((part) => (
          <Part key={part} place={{ item, part }} present={data?.files.find(({ role }) => role === part)} />
        ))}
      </div>
      <p className="mt-5 text-[14px] text-soft">Buyers keep the version that they bought.</p>
    </Dialog>
  )
}

type Present = { name: string; bytes: number } | undefined

function Part({ place, present }: { place: Place; present: Present }) {
  const queries = useQueryClient()
  const added = useAddedFile(place)
  const { item, part } = place
  const choose = (file: File) => void sendAddedFile({ ...place, file, queries, open: () => openFiles(item) })
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
      {added ? (
        <OnItsWay place={place} added={added} />
      ) : (
        <DropZone name={part} purpose={part} onFiles={([file]) => choose(file)}>
          <Icon of={Archive} size={22} className="flex-none" />
          <span>
            <b className="block text-[15px] text-ink">{present ? 'Drop another ZIP to replace it' : 'Drop a ZIP'}</b>{' '}
            {hints[part]}
          </span>
        </DropZone>
      )}
    </div>
  )
}

function OnItsWay({ place, added }: { place: Place; added: NonNullable<ReturnType<typeof useAddedFile>> }) {
  const queries = useQueryClient()
  const { upload, isSending } = added
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
