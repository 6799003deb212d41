import { useState } from 'react'
import { tellLoadTrouble } from '#web/on-demand/load-trouble.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { soundNow, toggleCurrent, usePlayer } from '#web/player/player.ts'
import { PlayButton, type PlayButtonProps } from '#web/ui/play-button.tsx'
import type { Packed } from './play-contents.ts'

const contents = onDemand(() => import('./play-contents.ts'))

type Props = Pick<PlayButtonProps, 'size' | 'className'> & { item: Packed }

/** Plays the tracks of a pack or the sounds of a kit. While one of them is heard, pauses and resumes it. */
export function ContentsPlayButton({ item, ...props }: Props) {
  const state = usePlayer((player) => (soundNow(player)?.id === item.id ? player.state : null))
  const [isLoading, setIsLoading] = useState(false)
  const press = () => {
    if (state) return toggleCurrent()
    setIsLoading(true)
    void contents
      .load()
      .then(({ playContents }) => playContents(item), tellLoadTrouble)
      .finally(() => setIsLoading(false))
  }
  return (
    <PlayButton
      {...props}
      name={item.title}
      state={isLoading ? 'loading' : (state ?? 'paused')}
      onPointerEnter={() => contents.loaded()?.prepareContents(item)}
      onClick={press}
    />
  )
}
