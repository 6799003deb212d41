import { Spinner } from '#web/ui/spinner.tsx'
import type { ListProps } from '#web/playlist/playlist-list.tsx'
import { useRecentlyPlayed } from './recently-played.ts'
import { rowOf } from './sound-row-of.ts'
import { SoundList } from './sound-list.tsx'

/** The sounds that the visitor heard last, newest first. */
export default function RecentList({ onPlay, stateOf }: ListProps) {
  const sounds = useRecentlyPlayed()
  if (!sounds)
    return (
      <div className="grid place-items-center py-8">
        <Spinner />
        <p className="sr-only">Loading…</p>
      </div>
    )
  if (sounds.length === 0) return <p className="px-2 py-8 text-soft">Nothing played yet</p>
  return (
    <SoundList
      label="Recently played"
      rows={sounds.map((sound) => ({ ...rowOf(sound), ...stateOf?.(sound) }))}
      onPlay={(index) => onPlay(sounds, index)}
    />
  )
}
