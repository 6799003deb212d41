import { useNavigate } from '#web/router/hooks.ts'
import { Chip } from '#web/ui/chip.tsx'
import { useDeskAddress } from './desk-address.ts'

type Props<Value extends string> = {
  label: string
  /** Its name in the address. */
  name?: string
  choices: readonly (readonly [Value, string])[]
  chosen: Value | undefined
  /** The choice that the address need not tell. Without it, a second press takes a choice back. */
  start?: Value
  /** Numbers behind the words. */
  counts?: Partial<Record<Value, string>> | undefined
}

/** Chips of which one is on; the choice stands in the address of the tab. */
export function ChoiceChips<Value extends string>(props: Props<Value>) {
  const { label, name = 'show', choices, chosen, start, counts } = props
  const { address } = useDeskAddress()
  const navigate = useNavigate()
  const choose = (value: string) => void navigate(address({ [name]: value, page: '' }), { preventScrollReset: true })
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(([value, word]) => (
        <Chip
          key={value}
          pressed={value === chosen}
          onPress={() => choose(value === start || (start === undefined && value === chosen) ? '' : value)}
        >
          {word} {counts?.[value] && <span className="num font-medium">{counts[value]}</span>}
        </Chip>
      ))}
    </div>
  )
}
