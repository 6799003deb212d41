import { useWatch, type Control } from 'react-hook-form'
import { LICENSE_TYPES, type LicenseType } from '#contract/license-terms.ts'
import { cx } from '#web/ui/cx.ts'
import { useChosenFile, type BeatDraft } from './beat-draft.ts'
import type { BeatValues } from './beat-values.ts'
import type { LicenseRow } from './license-fields.tsx'

type Part = 'MP3' | 'WAV' | 'Stems'
const parts: Record<LicenseType, readonly Part[]> = {
  MP3: ['MP3'],
  WAV: ['MP3', 'WAV'],
  PREMIUM: ['MP3', 'WAV', 'Stems'],
  EXCLUSIVE: ['MP3', 'WAV'],
}

/** The rows of the four licenses: which files each delivers, and which it still waits for. */
export function useTierRows(draft: BeatDraft, control: Control<BeatValues>): LicenseRow[] {
  const audio = useChosenFile(draft, 'audio')
  const stems = useChosenFile(draft, 'stems')
  const { values } = draft()
  const names = LICENSE_TYPES.map((type) => `${type}-on` as const)
  const switches = useWatch({ control, name: names })
  const isMp3 = audio?.file.name.toLowerCase().endsWith('.mp3')
  const lacks = (part: Part) => (part === 'WAV' && isMp3) || (part === 'Stems' && !stems)
  return LICENSE_TYPES.map((type, at) => {
    const isOn = switches[at] ?? values[`${type}-on`]
    // an exclusive delivers all there is
    const delivered = parts[type].filter((part) => type !== 'EXCLUSIVE' || !lacks(part))
    const missing = delivered.filter(lacks)
    const files = (
      <span className="flex gap-1">
        {delivered.map((part) => (
          <span
            key={part}
            className={cx(
              'rounded-xs border px-1.5 text-[11.5px] leading-[19px] font-bold',
              isOn && lacks(part) ? 'border-warn text-warn' : 'border-transparent bg-[oklch(1_0_0/.08)] text-soft',
            )}
          >
            {part}
          </span>
        ))}
      </span>
    )
    return { type, isOn, files, waiting: missing.length > 0 && waitingWords(missing) }
  })
}

function waitingWords(missing: readonly Part[]) {
  const names = missing.map((part) => (part === 'WAV' ? 'a WAV' : 'the stems')).join(' and ')
  const are = missing.length === 1 && missing[0] === 'WAV' ? 'is' : 'are'
  return `Kept, and offered as soon as ${names} ${are} there.`
}
