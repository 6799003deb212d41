import type { Item } from '#contract/item.ts'
import { PlayButton, type PlayButtonProps } from '#web/ui/play-button.tsx'
import { currentOf, toggle, usePlayer } from './player.ts'

type Props = { item: Item; list: Item[] } & Pick<PlayButtonProps, 'size' | 'className'>

/** Starts the list at this item; nothing where there is nothing to hear. */
export function ItemPlayButton({ item, list, ...props }: Props) {
  const state = useStateOf(item)
  if (!item.previewUrl) return null
  return <PlayButton {...props} name={item.title} state={state} onClick={() => toggle(list, item)} />
}

export const useStateOf = ({ id }: Item) =>
  usePlayer((player) => (currentOf(player)?.id === id ? player.state : 'paused'))

export const useIsCurrent = ({ id }: Item) => usePlayer((player) => currentOf(player)?.id === id)
