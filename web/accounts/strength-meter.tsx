import { cx } from '#web/ui/cx.ts'
import { strengthNames, strengthOf } from './password-strength.ts'

const colors = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-info', 'bg-ok']

/** Four bars, and a word for people who can't see them. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <div className="mt-2 flex items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cx(
              'h-1.5 rounded-full forced-colors:border',
              password && bar <= strength ? colors[strength] : 'bg-rail',
            )}
          />
        ))}
      </div>
      <p role="status" className="min-h-5 min-w-18 text-right text-[13px] text-soft">
        {password && (
          <>
            <span className="sr-only">Password strength: </span>
            {strengthNames[strength]}
          </>
        )}
      </p>
    </div>
  )
}
