import { playAt, removeFromQueue } from './engine.ts'
import type { ListProps } from '#web/playlist/playlist-list.tsx'
import { toggleCurrent, usePlayer } from './player.ts'
import { moveTo } from './queue.ts'
import { SoundList } from './sound-list.tsx'
import { rowOf } from './sound-row-of.ts'

/** The current sound and those after it, in an order that people can change. */
export function QueueList({ stateOf }: Pick<ListProps, 'stateOf'>) {
  const { sounds, index } = usePlayer((player) => player.queue)
  if (sounds.length === 0) return <p className="px-2 py-8 text-soft">Nothing is in the queue</p>
  return (
    <SoundList
      label="Queue"
      rows={sounds.map((sound) => ({ ...rowOf(sound), ...stateOf?.(sound) }))}
      onPlay={(at) => (at === index ? toggleCurrent() : playAt(at))}
      onRemove={removeFromQueue}
      onMove={(from, to) => usePlayer.setState(({ queue }) => ({ queue: moveTo(queue, from, to) }))}
    />
  )
}
