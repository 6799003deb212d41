import { useDeskAddress } from '#web/lists/desk-address.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { Chip } from '#web/ui/chip.tsx'

type Props<Value extends string> = {
  label: string
  /** Its name in the address. */
  name: string
  choices: readonly (readonly [Value, string])[]
  chosen: Value | undefined
  /** The choice that the address need not tell. Without it, a second press takes a choice back. */
  start?: Value
}

/** Chips of which one is on; the choice stands in the address of the tab. */
export function ChoiceChips<Value extends string>({ label, name, choices, chosen, start }: Props<Value>) {
  const { address } = useDeskAddress()
  const navigate = useNavigate()
  const choose = (value: string) => void navigate(address({ [name]: value, page: '' }), { preventScrollReset: true })
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(([value, word]) => (
        <Chip
          key={value}
          pressed={value === chosen}
          onPress={() => choose(value === start || (!start && value === chosen) ? '' : value)}
        >
          {word}
        </Chip>
      ))}
    </div>
  )
}
