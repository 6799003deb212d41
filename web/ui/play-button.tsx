import { Pause, Play } from './icons.ts'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

const sizes = {
  44: { box: 'size-11', icon: 18 },
  56: { box: 'size-14', icon: 24 },
  64: { box: 'size-16', icon: 28 },
}

export type PlayButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The title of the sound; part of the accessible name. */
  name: string
  state?: 'paused' | 'playing' | 'loading'
  size?: keyof typeof sizes
}

export function PlayButton({ name, state = 'paused', size = 44, className, ...props }: PlayButtonProps) {
  const { box, icon } = sizes[size]
  return (
    <button
      type="button"
      {...props}
      aria-label={`${state === 'paused' ? 'Play' : 'Pause'} ${name}`}
      aria-busy={state === 'loading' || undefined}
      className={cx(
        'grid flex-none place-items-center rounded-full border border-transparent bg-paper text-night duration-120 hover:bg-paper-hi',
        box,
        className,
      )}
    >
      {state === 'loading' && <Spinner size={icon} />}
      {state === 'playing' && <Icon of={Pause} size={icon} className="stroke-[1.5] fill-current" />}
      {/* a triangle's weight lies left of its middle */}
      {state === 'paused' && <Icon of={Play} size={icon} className="stroke-[1.5] fill-current translate-x-[1.5px]" />}
    </button>
  )
}
