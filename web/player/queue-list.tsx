import { useEffect, useRef, type MouseEvent } from 'react'
import type { ListProps } from '#web/playlist/playlist-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { playAt, removeFromQueue } from './engine.ts'
import { openKeysHelp } from './keys-code.ts'
import { setGoesOn } from './modes.ts'
import { toggleCurrent, usePlayer } from './player.ts'
import { cleared, moveTo } from './queue-order.ts'
import { SoundList } from './sound-list.tsx'
import { rowOf } from './sound-row-of.ts'

/** The sounds in the order of playing, which people can change. Without a sound there is no panel. */
export function QueueList({ stateOf }: Pick<ListProps, 'stateOf'>) {
  const { sounds, index } = usePlayer((player) => player.queue)
  const place = useRef<HTMLDivElement>(null)
  /** The player goes with the last sound, so the page takes the focus. */
  function remove(at: number) {
    if (sounds.length === 1) document.getElementById('main')?.focus()
    removeFromQueue(at)
  }
  useEffect(() => {
    // some browsers return a promise here, which React would take for its cleanup
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Head />
      <SoundList
        label="Queue"
        rows={sounds.map((sound) => ({ ...rowOf(sound), ...stateOf?.(sound) }))}
        onPlay={(at) => (at === index ? toggleCurrent() : playAt(at))}
        onRemove={remove}
        onMove={(from, to) => usePlayer.setState(({ queue }) => ({ queue: moveTo(queue, from, to) }))}
      />
      <Settings />
    </div>
  )
}

/** The button goes, so the panel takes its focus. */
function clear({ currentTarget }: MouseEvent) {
  currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus()
  usePlayer.setState(({ queue }) => ({ queue: cleared(queue) }))
}

function Head() {
  const { sounds, shuffle } = usePlayer((player) => player.queue)
  const tracks = `${sounds.length} ${sounds.length === 1 ? 'track' : 'tracks'}`
  return (
    <div className="flex min-h-11 items-center gap-2 px-2">
      <p className="num mr-auto text-[13px] text-soft">{shuffle ? `${tracks}, shuffled` : tracks}</p>
      {sounds.length > 1 && (
        <Button look="ghost" size={36} className="-mr-2 max-md:h-11" onClick={clear}>
          Clear queue
        </Button>
      )}
    </div>
  )
}

function Settings() {
  const goesOn = usePlayer((player) => player.goesOn)
  return (
    <div className="mt-3 grid gap-3 border-t border-rail/60 px-2 pt-4">
      <Switch
        checked={goesOn}
        onChange={(event) => setGoesOn(event.target.checked)}
        className="min-h-11 flex-row-reverse justify-between"
      >
        Similar beats after the last track
      </Switch>
      <Button look="ghost" size={36} className="-ml-3 justify-self-start pointer-coarse:hidden" onClick={openKeysHelp}>
        Keys of the player
      </Button>
    </div>
  )
}
