import { useState, type KeyboardEvent } from 'react'
import { titleOf } from '#contract/name-facts.ts'
import { shapeTitle } from '#contract/shaping.ts'
import { fileSize } from '#web/items/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDown, ChevronUp } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { ZippedList } from './zipped-list.tsx'
import type { ZippedFile } from './zip-list.ts'

const inOrder = new Intl.Collator('en', { numeric: true })

/** The sounds in the chosen archive, in the order of the archive or in that of the seller. */
export function tracksOf(files: readonly ZippedFile[]) {
  const tracks = files.filter(({ path }) => /\.(?:mp3|wav)$/i.test(path))
  return isArranged(tracks) ? tracks : tracks.toSorted((a, b) => inOrder.compare(a.path, b.path))
}

const isArranged = (files: readonly ZippedFile[]) => files.some(({ title }) => title !== undefined)

/** Sent with the form if the seller has changed the names or the order. */
export const arrangementOf = (files: readonly ZippedFile[]) =>
  isArranged(files)
    ? tracksOf(files).map(({ path, title }) => ({ path, title: title?.trim() || titleOf(path, true) }))
    : []

type Props = { files: readonly ZippedFile[]; onChange: (files: ZippedFile[]) => void }

/** The tracks of a pack. Their seller may name and sort them. */
export function PackTracks({ files, onChange }: Props) {
  const tracks = tracksOf(files).map((track) => ({ ...track, title: track.title ?? titleOf(track.path, true) }))
  const others = files.filter(({ path }) => !tracks.some((track) => track.path === path))
  const change = (changed: ZippedFile[]) => onChange([...changed, ...others])
  const rename = (at: number, title: string) =>
    change(tracks.map((track, index) => (index === at ? { ...track, title } : track)))
  const [moved, setMoved] = useState('')
  function move(at: number, by: 1 | -1) {
    const sorted = [...tracks]
    sorted.splice(at + by, 0, ...sorted.splice(at, 1))
    change(sorted)
    setMoved(`${tracks[at]!.title} is track ${at + by + 1} of ${tracks.length}.`)
  }
  const keepForm = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault() // Enter would send the form
  }
  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ZippedList label="Tracks" className="max-h-72 border-t border-rail/60">
        {tracks.map(({ path, bytes, title }, at) => (
          <li key={path} className="num flex items-center gap-2 border-b border-rail/60 py-1.5 text-[14px]">
            <span className="w-6 flex-none text-right text-dim">{at + 1}</span>
            <span className="grid min-w-0 flex-1 gap-0.5">
              <Input
                size={40}
                aria-label={`Title of track ${at + 1}`}
                value={title}
                autoComplete="off"
                onChange={({ target }) => rename(at, shapeTitle(target.value))}
                onKeyDown={keepForm}
              />
              <span className="truncate text-[13px] text-dim">
                {path.split('/').at(-1)}, {fileSize(bytes)}
              </span>
            </span>
            <IconButton label={`Move ${title} up`} disabled={at === 0} onClick={() => move(at, -1)}>
              <Icon of={ChevronUp} size={18} />
            </IconButton>
            <IconButton label={`Move ${title} down`} disabled={at === tracks.length - 1} onClick={() => move(at, 1)}>
              <Icon of={ChevronDown} size={18} />
            </IconButton>
          </li>
        ))}
      </ZippedList>
    </>
  )
}
