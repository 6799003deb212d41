import { LICENSE_NAMES, LICENSE_TYPES } from '#contract/license-types.ts'
import type { OwnLicense } from '#contract/studio-fields.ts'
import { cx } from '#web/ui/cx.ts'

const short = { MP3: 'MP3', WAV: 'WAV', PREMIUM: 'Prem', EXCLUSIVE: 'Excl' }

/** The item was sent without this license. */
const OFF = { enabled: false, offered: false }

/** Filled: on offer. Outlined: switched on, but files are missing. Struck: switched off. */
export const TierChips = ({ licenses }: { licenses: readonly OwnLicense[] }) => (
  <ul aria-label="Licenses" className="inline-flex gap-1">
    {LICENSE_TYPES.map((type) => {
      const { enabled, offered } = licenses.find((license) => license.type === type) ?? OFF
      const name = LICENSE_NAMES[type]
      const state = offered ? 'on offer' : enabled ? 'files missing' : 'off'
      return (
        <li
          key={type}
          title={`${name}: ${state}`}
          className={cx(
            'grid h-6 min-w-[42px] place-items-center rounded-xs px-1.5 text-[12px]',
            offered && 'bg-[oklch(1_0_0/.08)] font-bold',
            !offered && enabled && 'border border-warn font-bold text-warn',
            !enabled && 'font-medium text-dim line-through',
          )}
        >
          <span aria-hidden>{short[type]}</span>
          <span className="sr-only">
            {name}: {state}
          </span>
        </li>
      )
    })}
  </ul>
)
