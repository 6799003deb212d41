import { LoaderCircle } from 'lucide'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/** Says nothing itself: whoever shows it is `aria-busy` or has words beside it. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }) {
  return <Icon of={LoaderCircle} size={size} className={cx('animate-spin', className)} />
}
