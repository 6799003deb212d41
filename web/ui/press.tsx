import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

export type PressProps = Omit<ComponentProps<'button'>, 'onClick' | 'type' | 'ref'> & {
  /** Where the press leads when there is no script, or in a window of its own. */
  href?: string | undefined
  onPress?: (event: MouseEvent<HTMLElement>) => void
}

/** A button; with `href`, one that does not need script. Crawlers need not follow every choice to every other. */
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

/** Those that want another window stay the browser's. */
export const onPlainClick = (act?: (event: MouseEvent<HTMLElement>) => void) => (event: MouseEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  act?.(event)
}

/** As a button does it; a link scrolls. */
export function pressBySpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
