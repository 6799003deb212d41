import { useId } from 'react'
import type { License } from '#contract/licenses.ts'
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { price } from './format.ts'
import { fileWord } from './usage-terms.tsx'

type Props = { licenses: License[]; selected: number; onSelect: (id: number) => void }

const LIMITS = 3

/** The choice of a license: four columns where there is room, rows where there is little. */
export function LicenseCards({ licenses, selected, onSelect }: Props) {
  const group = useId()
  return (
    <RadioCards label="License" className="@xl:grid-cols-2 @4xl:auto-cols-fr @4xl:grid-flow-col @4xl:grid-cols-none">
      {licenses.map((license) => {
        const [title, note] = titleAndNote(license.name)
        return (
          <RadioCard
            key={license.id}
            name={group}
            value={license.id}
            checked={license.id === selected}
            onChange={() => onSelect(license.id)}
            title={title}
            note={note}
            mark={license.featured && 'Recommended'}
            figure={price(license.price)}
          >
            <span className="mt-2 flex flex-wrap gap-1 @xl:mt-3">
              {license.files.map((file) => (
                <Tag key={file} className="font-bold">
                  {file === 'ARCHIVE' ? fileWord(file, license.files) : file}
                </Tag>
              ))}
            </span>
            <span className="num mt-3 grid gap-1 text-sm text-soft @max-xl:hidden">
              {license.features.slice(0, LIMITS).map((feature) => (
                <span key={feature}>{feature}</span>
              ))}
            </span>
          </RadioCard>
        )
      })}
    </RadioCards>
  )
}

/** 'Premium (WAV + Stems)' → Premium, WAV + Stems */
const titleAndNote = (name: string) => name.replace(/\)$/, '').split(' (')
