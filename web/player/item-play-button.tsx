import type { Item } from '#contract/item.ts'
import { PlayButton, type PlayButtonProps } from '#web/ui/play-button.tsx'
import { preload, soundNow, toggle, usePlayer } from './player.ts'
import { isSame, soundOf, soundsOf, type Sound } from './sound.ts'

type Looks = Pick<PlayButtonProps, 'size' | 'className'>
type Props = Looks & {
  sound: Sound
  list: readonly Sound[]
  /** The list's source, if it is not the sound itself. */
  source?: string | undefined
}

export const SoundPlayButton = ({ sound, list, source, ...props }: Props) => (
  <PlayButton
    {...props}
    name={sound.title}
    state={useStateOf(sound)}
    onPointerEnter={() => preload(sound)}
    onClick={() => toggle(list, sound, source)}
  />
)

/** Plays the list from this item. An item without a preview gets no button. */
export function ItemPlayButton({
  item,
  list,
  source,
  ...props
}: Looks & { item: Item; list: Item[]; source?: string }) {
  const sound = soundOf(item)
  const state = useStateOf(sound)
  if (!sound) return null
  return (
    <PlayButton
      {...props}
      name={item.title}
      state={state}
      onPointerEnter={() => preload(sound)}
      onClick={() => toggle(soundsOf(list), sound, source)}
    />
  )
}

type Known = Pick<Sound, 'id' | 'previewUrl' | 'owned'>
const isNow = (sound: Known | null, now: Sound | undefined) => sound !== null && isSame(now, sound)

export const useStateOf = (sound: Known | null) =>
  usePlayer((player) => (isNow(sound, soundNow(player)) ? player.state : 'paused'))

export const useIsCurrent = (item: Item) => usePlayer((player) => isNow(soundOf(item), soundNow(player)))
