import { CircleAlert, CircleCheck } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import type { Heard } from '#contract/studio-upload.ts'
import { keyName } from '#web/items/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isTempo } from './field-checks.ts'

const SURE = 0.9
const DOUBTFUL = 0.75

type Props = { heard: Heard; onTake: (value: string) => void }

/** How sure the tempo is, with half and double one press away. */
export function TempoHint({ heard, onTake }: Props) {
  const [best] = heard.bpm
  if (!best) return null
  const bpm = Math.round(best.value)
  const others = [
    { value: Math.round(best.value / 2), name: 'half-time' },
    { value: bpm * 2, name: 'double-time' },
  ].filter(({ value }) => isTempo(value))
  return (
    <Line>
      <Mark isSure={best.confidence >= SURE} />
      <span>Heard {bpm} in your file.</span>
      {others.map(({ value, name }) => (
        <Take key={name} onPress={() => onTake(String(value))}>
          {value}, {name}
        </Take>
      ))}
    </Line>
  )
}

/** A doubtful key shows its figure and the runner-up. */
export function KeyHint({ heard, onTake }: Props) {
  const [best, next] = heard.key
  if (!best) return null
  const isSure = best.confidence >= DOUBTFUL
  return (
    <Line>
      <Mark isSure={isSure} />
      <span>
        Heard {keyName(best.value)}
        {isSure ? ' in your file.' : `, ${Math.round(best.confidence * 100)}% sure.`}
      </span>
      {!isSure && next && <Take onPress={() => onTake(next.value)}>Or {keyName(next.value)}</Take>}
    </Line>
  )
}

const Mark = ({ isSure }: { isSure: boolean }) => (
  <span className="inline-flex items-center gap-1 text-ink">
    <Icon of={isSure ? CircleCheck : CircleAlert} size={14} className={isSure ? 'text-ok' : 'text-warn'} />
    {isSure ? 'Sure.' : 'Unsure.'}
  </span>
)

const Line = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-x-2">{children}</span>
)

const Take = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button type="button" onClick={onPress} className="min-h-6 text-soft underline hover:text-ink">
    {children}
  </button>
)
