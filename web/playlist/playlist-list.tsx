import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { clearPlaylist, movePlaylistEntry, removeFromPlaylist, usePlaylist } from './playlist-store.ts'
import { soundOf, type Entry } from './playlist.ts'
import { SoundList, type SoundListRow } from '#web/player/sound-list.tsx'
import type { Sound } from '#web/player/sound.ts'

export type ListProps = {
  onPlay: (list: Sound[], index: number) => void
  /** Whether a sound is the current one of the player, and what it does. */
  stateOf?: (sound: Sound) => Pick<SoundListRow, 'current' | 'state'>
}

/** The visitor's playlist, in the panel of the player. */
export default function PlaylistList({ onPlay, stateOf }: ListProps) {
  const entries = usePlaylist()
  const [emptied, setEmptied] = useState(false)
  if (entries.length === 0)
    return (
      <p ref={emptied ? focus : undefined} tabIndex={-1} className="px-2 py-8 text-soft outline-none">
        Your playlist is empty
      </p>
    )
  const sounds = entries.map(soundOf)
  return (
    <>
      <Head count={entries.length} onClear={() => setEmptied(true)} />
      <SoundList
        label="Playlist"
        rows={entries.map((entry, index) => ({ ...rowOf(entry), ...stateOf?.(sounds[index]!) }))}
        onPlay={(index) => onPlay(sounds, index)}
        onRemove={(index) => {
          setEmptied(entries.length === 1)
          void removeFromPlaylist(entries[index]!.audioUrl)
        }}
        onMove={(from, to) => void movePlaylistEntry(from, to)}
      />
    </>
  )
}

const rowOf = ({ audioUrl, title, artistName, albumCoverUrl, durationInSeconds, item }: Entry): SoundListRow => ({
  key: audioUrl,
  title,
  artistName,
  coverUrl: albumCoverUrl,
  durationInSeconds,
  line: item.style?.line,
  code: item.style?.code,
  to: paths.item(item),
})

/** Focuses the element that replaces a pressed button. */
const focus = (element: HTMLElement | null) => element?.focus()

/** Asks in the place of the pressed button, where the list is seen. */
function Head({ count, onClear }: { count: number; onClear: () => void }) {
  const [asking, setAsking] = useState<boolean>()
  const clear = () => {
    onClear()
    void clearPlaylist()
  }
  const tracks = `${count} ${count === 1 ? 'track' : 'tracks'}`
  return (
    <div className="flex min-h-13 items-center gap-2 px-2">
      <p className="num mr-auto text-[13px] text-soft">{asking ? `Clear all ${tracks}?` : tracks}</p>
      {asking ? (
        <>
          {/* Cancel has the focus, so Enter deletes nothing */}
          <Button ref={focus} size={36} className="max-md:h-11" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button size={36} className="border-bad text-bad max-md:h-11" onClick={clear}>
            Clear all
          </Button>
        </>
      ) : (
        <Button
          ref={asking === false ? focus : undefined}
          look="ghost"
          size={36}
          className="-mr-2 max-md:h-11"
          onClick={() => setAsking(true)}
        >
          Clear
        </Button>
      )}
    </div>
  )
}
