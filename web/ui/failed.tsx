import { Button } from './button.tsx'
import { cx } from './cx.ts'

type Props = { children: string; again: () => unknown; className?: string }

/** Stands in the place of what could not be loaded. */
export const Failed = ({ children, again, className }: Props) => (
  <div className={cx('grid justify-items-start gap-4', className)}>
    <p role="alert" className="text-soft">
      {children}
    </p>
    <Button onClick={() => void again()}>Try again</Button>
  </div>
)
