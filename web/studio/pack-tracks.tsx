import { fileSize } from '#web/items/format.ts'
import { ZippedList } from './zipped-list.tsx'
import type { ZippedFile } from './zip-list.ts'

export const tracksOf = (files: readonly ZippedFile[]) => files.filter(({ path }) => /\.(?:mp3|wav)$/i.test(path))

/** The sounds in the chosen archive, in the order in which the pack will show them. */
export function PackTracks({ files }: { files: readonly ZippedFile[] }) {
  const inOrder = new Intl.Collator('en', { numeric: true })
  const tracks = tracksOf(files).toSorted((a, b) => inOrder.compare(a.path, b.path))
  return (
    <ZippedList label="Tracks" className="max-h-72 border-t border-rail/60">
      {tracks.map(({ path, bytes }, at) => (
        <li key={`${at} ${path}`} className="num flex items-baseline gap-3 border-b border-rail/60 py-2 text-[14px]">
          <span className="w-6 flex-none text-right text-dim">{at + 1}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{path.split('/').at(-1)}</span>
          <span className="flex-none text-[13px] text-dim">{fileSize(bytes)}</span>
        </li>
      ))}
    </ZippedList>
  )
}
