import { useId, useState, type ChangeEvent, type ComponentProps } from 'react'
import { cx } from './cx.ts'

export type TextareaProps = ComponentProps<'textarea'> & { most?: number | undefined }

/** Shows the number of letters. With `maxLength` no more fit in; `most` cuts nothing: its form says what is too much. */
export function Textarea({
  className,
  maxLength,
  most = maxLength,
  onChange,
  'aria-describedby': describedBy,
  ...props
}: TextareaProps) {
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
        aria-describedby={cx(describedBy, most !== undefined && counterId) || undefined}
        className={cx('control block h-auto min-h-24 py-3 leading-normal', className)}
      />
      {most !== undefined && (
        <span
          id={counterId}
          className={cx('num mt-1 block text-right text-[13px]', length >= most ? 'text-warn' : 'text-dim')}
        >
          {length}
          <span aria-hidden> / </span>
          <span className="sr-only"> of </span>
          {most}
          <span className="sr-only"> characters</span>
        </span>
      )}
    </span>
  )
}
