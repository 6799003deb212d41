import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

type Props<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: ReactNode }[]
  className?: string
}

/** A few choices side by side, of which one holds. */
export function Segmented<Value extends string>({ label, value, onChange, choices, className }: Props<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={cx('flex rounded-sm border border-edge p-1', className)}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-9 flex-1 cursor-pointer items-center justify-center gap-2 rounded-xs px-3 text-center text-[15px] font-semibold whitespace-nowrap text-soft duration-120 hover:text-ink has-checked:bg-paper has-checked:text-night has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
