import { PlayButton, type PlayButtonProps } from '#web/ui/play-button.tsx'
import { currentOf, isSame, toggle, usePlayer, type Sound } from './player.ts'

type Props = { item: Sound; list: Sound[] } & Pick<PlayButtonProps, 'size' | 'className'>

/** Starts the list at this item; nothing where there is nothing to hear. */
export function ItemPlayButton({ item, list, ...props }: Props) {
  const state = useStateOf(item)
  if (!item.previewUrl) return null
  return <PlayButton {...props} name={item.title} state={state} onClick={() => toggle(list, item)} />
}

export const useStateOf = (sound: Sound) =>
  usePlayer((player) => (isSame(currentOf(player), sound) ? player.state : 'paused'))

export const useIsCurrent = (sound: Sound) => usePlayer((player) => isSame(currentOf(player), sound))
