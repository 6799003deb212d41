import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

export type PressProps = Omit<ComponentProps<'button'>, 'onClick' | 'type' | 'ref'> & {
  /** The address that the press leads to without script, or in a new window. */
  href?: string | undefined
  onPress?: (event: MouseEvent<HTMLElement>) => void
}

/** A button; with `href` it works without script. `nofollow` keeps crawlers from walking every combination of choices. */
export function Press({ href, onPress, children, ...props }: PressProps) {
  if (href === undefined)
    return (
      <button {...props} type="button" onClick={onPress}>
        {children}
      </button>
    )
  return (
    <a
      {...(props as ComponentProps<'a'>)}
      role="button"
      href={href}
      rel="nofollow"
      onClick={onPlainClick(onPress)}
      onKeyDown={pressBySpace}
    >
      {children}
    </a>
  )
}

/** Clicks that open a new window or tab are left to the browser. */
export const onPlainClick = (act?: (event: MouseEvent<HTMLElement>) => void) => (event: MouseEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  act?.(event)
}

/** The space bar presses it like a button; on a plain link it would scroll. */
export function pressBySpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
