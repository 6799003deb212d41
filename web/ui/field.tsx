import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Fault } from './fault.tsx'

/** The attributes that connect a control with its label, hint and error. */
type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  optional?: boolean
  className?: string
  /** `<Field label="Title">{(control) => <Input {...control} name="title" />}</Field>` */
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, hint, error, optional = false, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  // Enter in a field sends the form, so its focus doesn't move: only an alert tells that the field is wrong. A server has no
  // document.
  const hasFocus = Boolean(error) && globalThis.document?.activeElement?.id === id
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-dim"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': cx(hint ? hintId : null, error ? errorId : null) || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-[13px] text-dim">
          {hint}
        </p>
      )}
      {error && (
        <Fault id={errorId} role={hasFocus ? 'alert' : undefined}>
          {error}
        </Fault>
      )}
    </div>
  )
}
