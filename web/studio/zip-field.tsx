import type { ReactNode } from 'react'
import { Icon, type Drawing } from '#web/ui/icon.tsx'
import { removeFile, useChosenFile, type Draft } from './draft.ts'
import type { DropZoneProps } from './drop-zone.tsx'
import { FileZone } from './file-zone.tsx'
import { ZipCard } from './zip-card.tsx'
import type { ZippedFile } from './zip-list.ts'

type Props<Values> = Pick<DropZoneProps, 'onFiles' | 'several'> & {
  draft: Draft<Values, ZippedFile[]>
  purpose: 'packZip' | 'kitZip'
  error: string | undefined
  icon: Drawing
  title: string
  hint: string
  /** The files of the chosen archive. */
  list: (files: ZippedFile[]) => ReactNode
}

/** The archive of a pack or a kit, or the zone that takes it. */
export function ZipField<Values>({ draft, purpose, error, icon, title, hint, list, ...zone }: Props<Values>) {
  const zip = useChosenFile(draft, 'zip')
  const found = draft((state) => state.found)
  if (zip)
    return (
      <ZipCard
        upload={zip.upload}
        files={found}
        fault={error ?? (zip.upload.fault || undefined)}
        onRemove={() => removeFile(draft, 'zip')}
      >
        {found && list(found)}
      </ZipCard>
    )
  return (
    <FileZone {...zone} draft={draft} name="zip" purpose={purpose} error={error} className="min-h-32 px-6">
      <Icon of={icon} size={30} className="flex-none" />
      <span>
        <b className="block text-[17px] text-ink">{title}</b> {hint}
      </span>
    </FileZone>
  )
}
