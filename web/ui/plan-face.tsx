import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { PlanSeal } from './plan-seal.tsx'

type Props = { plan: ComponentProps<typeof PlanSeal>['plan']; className: string }

/** The seal of a plan, in the place where an item has its cover. */
export const PlanFace = ({ plan, className }: Props) => (
  <span className={cx('grid flex-none place-items-center rounded-xs bg-step', className)}>
    <PlanSeal plan={plan} className="size-7" />
  </span>
)
