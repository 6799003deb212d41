import { cx } from './cx.ts'
import type { Heart } from './icons.ts'

/** A drawing from `icons.ts`. */
export type Drawing = typeof Heart

type Props = { of: Drawing; size: number; className?: string | undefined }

/** One of Lucide's drawings in the color of the text beside it. The meaning is always also in words. */
export const Icon = ({ of, size, className }: Props) => (
  <svg
    className={cx('icon', className)}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden
    dangerouslySetInnerHTML={of}
  />
)
