import { LoaderCircle } from './icons.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/** Silent for screen readers: the element around it is `aria-busy` or has words beside it. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }) {
  return <Icon of={LoaderCircle} size={size} className={cx('animate-spin', className)} />
}
