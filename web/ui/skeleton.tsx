import { cx } from './cx.ts'

/** A placeholder of the final size, so that nothing moves later. The list around it is `aria-busy`. */
function Bone({ className }: { className: string }) {
  return <div aria-hidden className={cx('bone', className)} />
}

export function CardSkeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={className}>
      <Bone className="aspect-square rounded-sm" />
      <Bone className="mt-3 h-4 w-3/4" />
      <Bone className="mt-2 h-3.5 w-1/2" />
      <Bone className="mt-2.5 h-3 w-2/3" />
      <Bone className="mt-5 h-9 w-20 rounded-sm" />
    </div>
  )
}

export function RowSkeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cx('flex items-center gap-4 border-t border-rail/60 py-2.5', className)}>
      <Bone className="size-13 flex-none" />
      <div className="flex-1">
        <Bone className="h-4 w-2/5" />
        <Bone className="mt-2 h-3 w-1/4" />
      </div>
      <Bone className="h-9 w-20 rounded-sm" />
    </div>
  )
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3']

export function TextSkeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden className={cx('grid gap-2.5', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <Bone key={index} className={cx('h-3.5', widths[index % widths.length])} />
      ))}
    </div>
  )
}
