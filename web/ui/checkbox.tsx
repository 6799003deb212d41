import { useEffect, useRef, type ComponentProps } from 'react'
import { cx } from './cx.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref' | 'size'> & { indeterminate?: boolean }

/** Children are the label. */
export function Checkbox({ indeterminate = false, className, children, ...props }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  // `indeterminate` is no attribute and each click clears it: set it after every render.
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  })
  return (
    <label className={cx('inline-flex min-h-6 items-start gap-2.5 has-enabled:cursor-pointer', className)}>
      <input {...props} ref={input} type="checkbox" className="check mt-px" />
      {children}
    </label>
  )
}
