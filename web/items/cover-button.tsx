import type { Item } from '#contract/item.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { preload, toggle } from '#web/player/player.ts'
import { soundOf, soundsOf } from '#web/player/sound.ts'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Pause, Play } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { coverFolder } from './cover-folder.ts'

type Props = {
  item: Item
  /** The list that plays on after this item. */
  list: Item[]
  source?: string | undefined
  /** The width of the picture that is loaded. */
  size: 52 | 72
  className: string
}

/** The cover plays its item. */
export function CoverButton({ item, list, source, size, className }: Props) {
  const sound = soundOf(item)
  const state = useStateOf(sound)
  const paused = state === 'paused'
  return (
    <button
      type="button"
      aria-label={`${paused ? 'Play' : 'Pause'} ${item.title}`}
      aria-busy={state === 'loading' || undefined}
      onPointerEnter={() => preload(sound)}
      onClick={() => sound && toggle(soundsOf(list), sound, source)}
      className="group/cover relative block"
    >
      <Cover src={coverFolder(item.coverUrl ?? '')} size={size} className={cx('rounded-xs', className)} />
      <span
        data-on={!paused || undefined}
        className="absolute inset-0 grid place-items-center rounded-xs bg-night/55 text-ink opacity-0 group-hover/cover:opacity-100 group-focus-visible/cover:opacity-100 data-on:opacity-100"
      >
        {state === 'loading' ? <Spinner /> : <Icon of={paused ? Play : Pause} size={18} className="fill-current" />}
      </span>
    </button>
  )
}
