import { ChevronDown, ChevronUp, X } from 'lucide'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration } from '#web/items/format.ts'
import { Cover } from '#web/ui/cover.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Sound } from './sound.ts'

type Props = {
  sound: Sound
  /** Whether it is the one that plays. */
  current: boolean
  onPlay: () => void
  onRemove?: () => void
  onMove?: (by: 1 | -1) => void
  /** At an end there is one way only. */
  isFirst?: boolean
  isLast?: boolean
}

/** One sound of a list that can be put into another order. */
export function SoundRow({ sound, current, onPlay, onRemove, onMove, isFirst, isLast }: Props) {
  const { title, artistName, coverUrl, style, durationInSeconds } = sound
  return (
    <li
      data-line={style?.line}
      className={cx('flex min-h-16 items-center gap-1 border-t border-rail/60 py-1.5', current && 'bg-curb')}
    >
      <button
        type="button"
        onClick={onPlay}
        aria-current={current || undefined}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-sm text-left hover:text-ink"
      >
        {coverUrl ? (
          <Cover src={coverFolder(coverUrl)} size={44} className="size-11 flex-none rounded-xs" />
        ) : (
          <span className="size-11 flex-none rounded-xs bg-curb" />
        )}
        <span className="min-w-0 flex-1">
          <span className="sr-only">Play </span>
          <span className={cx('block truncate leading-6 font-semibold', current && 'text-(--l,inherit)')}>{title}</span>
          <span className="flex items-center gap-1.5 text-[13px] leading-5 text-soft">
            {style && (
              <LineCode line={style.line} className="text-[11px]">
                {style.code}
              </LineCode>
            )}
            <span className="truncate">{artistName}</span>
          </span>
        </span>
        <span className="num flex-none text-[13px] text-dim">{duration(durationInSeconds)}</span>
      </button>
      {onMove && (
        <span className="grid flex-none">
          <IconButton
            label={`Move ${title} up`}
            disabled={isFirst}
            onClick={() => onMove(-1)}
            className="h-6! w-8! max-md:h-8! max-md:w-11!"
          >
            <Icon of={ChevronUp} size={16} />
          </IconButton>
          <IconButton
            label={`Move ${title} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
            className="h-6! w-8! max-md:h-8! max-md:w-11!"
          >
            <Icon of={ChevronDown} size={16} />
          </IconButton>
        </span>
      )}
      {onRemove && (
        <IconButton label={`Remove ${title}`} onClick={onRemove} className="flex-none">
          <Icon of={X} size={18} />
        </IconButton>
      )}
    </li>
  )
}
