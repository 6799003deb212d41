import { ChevronDown, ChevronUp, GripVertical, Pause, Play, X } from '#web/ui/icons.ts'
import { useState, type KeyboardEvent } from 'react'
import type { Line } from '#contract/line.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { durationInWords } from './duration-in-words.ts'
import { SimilarMark } from './similar-mark.tsx'

export type Step = 'up' | 'down' | 'first' | 'last'

export type SoundRowProps = {
  title: string
  artistName: string
  coverUrl: string | null
  line?: Line | undefined
  code?: string | undefined
  durationInSeconds: number | null
  /** The address of its page. */
  to?: string
  /** Whether it is the player's current sound. */
  current?: boolean
  state?: 'paused' | 'loading' | 'playing'
  /** Chosen by the player. */
  similar?: boolean
  onPlay: () => void
  onRemove?: (() => void) | undefined
  onMove?: ((step: Step) => void) | undefined
}

const TARGET = 'max-md:size-11'

/** One `<li>` of 56 px. The cover is the play button. */
export function SoundRow({ title, onRemove, onMove, durationInSeconds: seconds, ...props }: SoundRowProps) {
  const { line, current = false } = props
  const [moving, setMoving] = useState(false)
  return (
    <li
      data-line={line}
      aria-current={current || undefined}
      className={cx(
        'relative flex h-14 items-center gap-3 rounded-sm px-2',
        current && 'bg-step forced-colors:outline',
        'data-dragged:z-1 data-dragged:bg-step',
      )}
    >
      {onMove && <Grip title={title} open={moving} onPress={() => setMoving(!moving)} onMove={onMove} />}
      <CoverButton title={title} {...props} />
      <Names title={title} {...props} />
      {moving && onMove ? (
        <div className="flex flex-none">
          <IconButton label={`Move ${title} up`} onClick={() => onMove('up')} className={TARGET}>
            <Icon of={ChevronUp} size={19} />
          </IconButton>
          <IconButton label={`Move ${title} down`} onClick={() => onMove('down')} className={TARGET}>
            <Icon of={ChevronDown} size={19} />
          </IconButton>
        </div>
      ) : (
        seconds !== null && (
          <span className="num flex-none text-[13px] text-soft">
            <span aria-hidden>{duration(seconds)}</span>
            <span className="sr-only">{durationInWords(seconds)}</span>
          </span>
        )
      )}
      {onRemove && (
        <IconButton label={`Remove ${title}`} data-remove onClick={onRemove} className={cx('-mr-2', TARGET)}>
          <Icon of={X} size={17} />
        </IconButton>
      )}
    </li>
  )
}

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' }

type GripProps = { title: string; open: boolean; onPress: () => void; onMove: (step: Step) => void }

/** Moves the row by dragging or by arrow keys. A press shows two buttons for people who can do neither. */
function Grip({ title, open, onPress, onMove }: GripProps) {
  const byKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation() // the player uses arrow keys too
    onMove(step)
  }
  return (
    <button
      type="button"
      data-grip
      aria-label={`Move ${title}`}
      aria-expanded={open}
      onClick={onPress}
      onKeyDown={byKey}
      className="-ml-2 grid h-11 w-8 flex-none cursor-grab touch-none place-items-center text-dim hover:text-ink active:cursor-grabbing aria-expanded:text-ink max-md:-mr-2 max-md:w-11"
    >
      <Icon of={GripVertical} size={18} />
    </button>
  )
}

type CoverProps = Pick<SoundRowProps, 'title' | 'coverUrl' | 'current' | 'state' | 'onPlay'>

function CoverButton({ title, coverUrl, current = false, state = 'paused', onPlay }: CoverProps) {
  const isPaused = state === 'paused'
  return (
    <button
      type="button"
      aria-label={`${isPaused ? 'Play' : 'Pause'} ${title}`}
      aria-busy={state === 'loading' || undefined}
      onClick={onPlay}
      className="group/cover relative size-11 flex-none overflow-hidden rounded-xs bg-wall"
    >
      {coverUrl && <Cover src={coverFolder(coverUrl)} size={44} className="size-11" />}
      <span
        data-on={current || undefined}
        className="absolute inset-0 grid place-items-center bg-night/55 text-ink opacity-0 group-hover/cover:opacity-100 group-focus-visible/cover:opacity-100 data-on:opacity-100"
      >
        {state === 'loading' ? (
          <Spinner size={17} />
        ) : (
          <Icon of={isPaused ? Play : Pause} size={17} className="fill-current" />
        )}
      </span>
    </button>
  )
}

type NamesProps = Pick<SoundRowProps, 'title' | 'artistName' | 'line' | 'code' | 'to' | 'similar'>

const Names = ({ title, artistName, line, code, to, similar = false }: NamesProps) => (
  <div className="min-w-0 flex-1">
    {to ? (
      <Link to={to} className="block truncate text-[15px] leading-6 font-bold hover:underline">
        {title}
      </Link>
    ) : (
      <p className="truncate text-[15px] leading-6 font-bold">{title}</p>
    )}
    <p className="flex items-center gap-1.5 text-[13px] text-soft">
      {line && code && (
        <LineCode line={line} className="text-[12px]">
          {code}
        </LineCode>
      )}
      <span className="truncate">{artistName}</span>
      {similar && <SimilarMark />}
    </p>
  </div>
)
