import { FileArchive, FileAudio } from '#web/ui/icons.ts'
import type { ItemDetail } from '#contract/item-detail.ts'
import type { License } from '#contract/licenses.ts'
import { fileSize } from '#web/items/format.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { files: ItemDetail['deliveredFiles']; types: License['files'] }

/** The files that a buyer gets today. */
export function DeliveredFiles({ files, types }: Props) {
  const delivered = files.filter(({ type }) => types.some((one) => one === type))
  if (delivered.length === 0) return null
  return (
    <ul aria-label="Files received" className="num mt-3.5 grid grid-cols-1 gap-1.5">
      {delivered.map(({ name, type, bytes }) => {
        const icon = type === 'MP3' || type === 'WAV' ? FileAudio : FileArchive
        return (
          <li key={name} className="flex items-center gap-2.5 text-soft">
            <Icon of={icon} size={17} className="flex-none text-dim" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="ml-auto flex-none text-[13px] text-dim">{fileSize(bytes)}</span>
          </li>
        )
      })}
    </ul>
  )
}
