import { LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import { cx } from '#web/ui/cx.ts'
import type { Tier } from './tier-values.ts'
import type { LicenseRow } from './license-fields.tsx'

type Part = 'MP3' | 'WAV' | 'Stems'
const parts: Record<LicenseType, readonly Part[]> = {
  MP3: ['MP3'],
  WAV: ['MP3', 'WAV'],
  PREMIUM: ['MP3', 'WAV', 'Stems'],
  EXCLUSIVE: ['MP3', 'WAV'],
}

/** The parts that the chosen files do not have, as sentences name them. */
export type Lacking = Partial<Record<Part, 'a WAV' | 'the stems' | 'WAVs of all tracks'>>

/** The rows of the four licenses: which files each delivers, and which it still waits for. */
export const tierRows = (switches: readonly (boolean | undefined)[], start: Tier, lacking: Lacking): LicenseRow[] =>
  LICENSE_TYPES.map((type, at) => {
    const isOn = switches[at] ?? start[`${type}-on`]
    // an exclusive delivers all there is
    const delivered = parts[type].filter((part) => type !== 'EXCLUSIVE' || !lacking[part])
    const missing = delivered.flatMap((part) => lacking[part] ?? [])
    const files = (
      <span className="flex gap-1">
        {delivered.map((part) => (
          <span
            key={part}
            className={cx(
              'rounded-xs border px-1.5 text-[11.5px] leading-[19px] font-bold',
              isOn && lacking[part] ? 'border-warn text-warn' : 'border-transparent bg-[oklch(1_0_0/.08)] text-soft',
            )}
          >
            {part}
          </span>
        ))}
      </span>
    )
    const are = missing.join() === 'a WAV' ? 'is' : 'are'
    const waiting = missing.length > 0 && `Kept, and offered as soon as ${missing.join(' and ')} ${are} there.`
    return { type, isOn, files, waiting }
  })
