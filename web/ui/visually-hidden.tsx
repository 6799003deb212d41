import type { ComponentProps } from 'react'

/** Words for the ear only, such as `Buy Stairwell Sermon for` before a price. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />
}
