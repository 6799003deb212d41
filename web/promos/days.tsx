import { DURATIONS, type Duration } from '#contract/promotion-values.ts'
import { Check } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { days: Duration; onChoose: (days: Duration) => void }

/** Chooses the number of days by chips. */
export const Days = ({ days, onChoose }: Props) => (
  <div role="radiogroup" aria-label="Days" className="flex flex-wrap gap-2">
    {DURATIONS.map((one) => (
      <label
        key={one}
        className="num inline-flex h-9 cursor-pointer items-center gap-1.5 rounded-sm border border-edge px-3 text-sm font-semibold text-soft duration-120 hover:border-ink hover:text-ink has-checked:border-ink has-checked:bg-ink has-checked:text-night has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
      >
        <input
          type="radio"
          name="days"
          value={one}
          checked={one === days}
          onChange={() => onChoose(one)}
          className="sr-only"
        />
        {one === days && <Icon of={Check} size={15} className="-ml-0.5 stroke-3" />}
        {one} days
      </label>
    ))}
  </div>
)
