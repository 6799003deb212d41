import { cx } from './cx.ts'

const plans = {
  pro: { label: 'Pro, verified', fill: 'fill-gold' },
  growth: { label: 'Growth, verified', fill: 'fill-teal' },
}

/** No other element has this shape. */
export function PlanSeal({ plan, className }: { plan: keyof typeof plans; className?: string }) {
  const { label, fill } = plans[plan]
  return (
    <svg
      width="15"
      height="15"
      viewBox="0 0 24 24"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: no file to fetch
      role="img"
      aria-label={label}
      className={cx('flex-none', className)}
    >
      <path
        className={fill}
        d="M12 1l2.6 2.2 3.4-.5 1.2 3.2 3.2 1.2-.5 3.4L24 12l-2.1 2.6.5 3.4-3.2 1.2-1.2 3.2-3.4-.5L12 24l-2.6-2.1-3.4.5-1.2-3.2-3.2-1.2.5-3.4L0 12l2.1-2.5-.5-3.4 3.2-1.2L6 1.7l3.4.5z"
      />
      <path className="stroke-night" strokeWidth="2.6" fill="none" d="M7 12.3l3.3 3.3L17 8.9" />
    </svg>
  )
}
