import { useId, useState, type ChangeEvent, type ComponentProps } from 'react'
import { cx } from './cx.ts'

export type TextareaProps = ComponentProps<'textarea'>

/** With `maxLength` it shows how many letters are left. */
export function Textarea({ className, maxLength, onChange, 'aria-describedby': describedBy, ...props }: TextareaProps) {
  const counterId = useId()
  const [typed, setTyped] = useState(String(props.defaultValue ?? '').length)
  const length = props.value === undefined ? typed : String(props.value).length
  const count = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value.length)
    onChange?.(event)
  }
  return (
    <span className="block">
      <textarea
        rows={4}
        {...props}
        maxLength={maxLength}
        onChange={count}
        aria-describedby={cx(describedBy, maxLength !== undefined && counterId) || undefined}
        className={cx('control block h-auto min-h-24 py-3 leading-normal', className)}
      />
      {maxLength !== undefined && (
        <span
          id={counterId}
          className={cx('num mt-1 block text-right text-[13px]', length >= maxLength ? 'text-warn' : 'text-dim')}
        >
          {length}
          <span aria-hidden> / </span>
          <span className="sr-only"> of </span>
          {maxLength}
          <span className="sr-only"> characters</span>
        </span>
      )}
    </span>
  )
}
