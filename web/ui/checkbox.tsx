import { useCallback, useEffect, useRef, type ComponentProps } from 'react'
import { cx } from './cx.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & { indeterminate?: boolean }

/** Children are the label. */
export function Checkbox({ indeterminate = false, className, children, ref, ...props }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const hold = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [ref],
  )
  // `indeterminate` is no attribute and each click clears it: set it after every render.
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  })
  return (
    <label className={cx('inline-flex min-h-6 items-start gap-2.5 has-enabled:cursor-pointer', className)}>
      <input {...props} ref={hold} type="checkbox" className="check mt-px" />
      {children}
    </label>
  )
}
