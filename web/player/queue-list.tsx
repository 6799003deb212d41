import { useState } from 'react'
import { begin, removeFromQueue } from './engine.ts'
import { usePlayer } from './player.ts'
import { moveTo } from './queue.ts'
import { SoundRow } from './sound-row.tsx'

/** What plays and what comes, to be put into another order. */
export function QueueList() {
  const { sounds, index } = usePlayer((player) => player.queue)
  const [said, setSaid] = useState('')
  function move(at: number, by: 1 | -1) {
    usePlayer.setState(({ queue }) => ({ queue: moveTo(queue, at, at + by) }))
    setSaid(`${sounds[at]?.title} is number ${at + by + 1} of ${sounds.length}`)
  }
  function remove(at: number) {
    removeFromQueue(at)
    setSaid(`${sounds[at]?.title} is removed`)
  }
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {sounds.length === 0 && <p className="text-soft">Nothing is in the queue.</p>}
      <ol aria-label="Queue">
        {sounds.map((sound, at) => (
          <SoundRow
            key={`${sound.id} ${sound.previewUrl}`}
            sound={sound}
            current={at === index}
            onPlay={() => begin(at)}
            onRemove={() => remove(at)}
            onMove={(by) => move(at, by)}
            isFirst={at === 0}
            isLast={at === sounds.length - 1}
          />
        ))}
      </ol>
    </>
  )
}
