import { fileSize } from '#web/items/format.ts'
import type { ZippedFile } from './zip-list.ts'

export const tracksOf = (files: readonly ZippedFile[]) => files.filter(({ path }) => /\.(?:mp3|wav)$/i.test(path))

/** The sounds in the chosen archive, in the order in which the pack will show them. */
export function PackTracks({ files }: { files: readonly ZippedFile[] }) {
  const inOrder = new Intl.Collator('en', { numeric: true })
  const tracks = tracksOf(files).toSorted((a, b) => inOrder.compare(a.path, b.path))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must scroll by keys
    <ol tabIndex={0} aria-label="Tracks" className="mt-3.5 max-h-72 overflow-y-auto border-t border-rail/60">
      {tracks.map(({ path, bytes }, at) => (
        <li key={`${at} ${path}`} className="num flex items-baseline gap-3 border-b border-rail/60 py-2 text-[14px]">
          <span className="w-6 flex-none text-right text-dim">{at + 1}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{path.split('/').at(-1)}</span>
          <span className="flex-none text-[13px] text-dim">{fileSize(bytes)}</span>
        </li>
      ))}
    </ol>
  )
}
