import { useRef, type ComponentProps, type MouseEvent } from 'react'
import { duration } from '#web/items/format.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'min' | 'onChange'> & {
  'aria-label': string
  max: number
  /** The length of the sound in seconds; null if it is unknown. */
  length: () => number | null
  /** To a part of the sound, 0 to 1. */
  onSeek: (part: number) => void
  /** Seeks with the click, not with the touch that may begin a scroll. */
  byClick?: boolean
}

/** Lies over a wave and seeks. Resting the mouse on it shows the time at that place. */
export function SeekSlider({ length, onSeek, byClick = false, max, ...props }: Props) {
  const time = useRef<HTMLSpanElement>(null)
  const held = useRef(false)
  const follow = (event: MouseEvent<HTMLInputElement>) => {
    const seconds = length()
    const { current: tip } = time
    if (!tip || seconds === null) return
    const part = partAt(event)
    tip.hidden = false
    tip.textContent = duration(part * seconds)
    tip.style.transform = `translateX(${part * event.currentTarget.clientWidth}px) translateX(-50%)`
  }
  const leave = () => {
    held.current = false
    if (time.current) time.current.hidden = true
  }
  return (
    <>
      <input
        {...props}
        type="range"
        min={0}
        max={max}
        defaultValue={0}
        onChange={({ target }) => !(byClick && held.current) && onSeek(target.valueAsNumber / max)}
        onClick={(event) => byClick && onSeek(partAt(event))}
        onPointerDown={() => (held.current = true)}
        onPointerMove={follow}
        onPointerLeave={leave}
        className="seek absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span
        ref={time}
        hidden
        aria-hidden
        className="num pointer-events-none absolute -top-6 left-0 z-1 rounded-xs bg-step px-1.5 text-[13px] leading-5 text-ink"
      />
    </>
  )
}

function partAt({ currentTarget, clientX }: MouseEvent) {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientX - left) / width))
}
