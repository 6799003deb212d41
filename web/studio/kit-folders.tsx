import { Folder } from '#web/ui/icons.ts'
import { exactly, fileSize } from '#web/items/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ZippedList } from './zipped-list.tsx'
import type { ZippedFile } from './zip-list.ts'

type Row = { name: string; count: number; bytes: number }

/** The folders of the chosen archive. A single one around all others is left out. */
export function foldersOf(files: readonly ZippedFile[]): Row[] {
  const paths = files.map(({ path }) => path.split('/'))
  const top = paths[0]?.[0]
  const isAround = paths.every((path) => path.length > 1 && path[0] === top) && paths.some((path) => path.length > 2)
  const folders = new Map<string, Row>()
  files.forEach(({ bytes }, at) => {
    const path = isAround ? paths[at]!.slice(1) : paths[at]!
    const name = path.length > 1 ? path[0]! : ''
    const row = folders.get(name) ?? { name, count: 0, bytes: 0 }
    folders.set(name, { name, count: row.count + 1, bytes: row.bytes + bytes })
  })
  return [...folders.values()]
}

export const KitFolders = ({ files }: { files: readonly ZippedFile[] }) => (
  <ZippedList label="Folders" className="grid max-h-56 gap-x-6 md:grid-cols-2">
    {foldersOf(files).map(({ name, count, bytes }) => (
      <li key={name} className="num flex items-center gap-2.5 border-t border-rail/60 py-1.5 text-[14px]">
        <Icon of={Folder} size={16} className="flex-none text-soft" />
        <span className="min-w-0 flex-1 truncate">{name || 'Outside of folders'}</span>
        <span className="text-soft">
          {exactly(count)} <span className="sr-only">{count === 1 ? 'file' : 'files'}</span>
        </span>
        <span className="w-18 text-right text-[13px] text-dim">{fileSize(bytes)}</span>
      </li>
    ))}
  </ZippedList>
)
