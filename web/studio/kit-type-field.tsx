import { KIT_TYPES } from '#contract/kit-types.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Fault } from '#web/ui/fault.tsx'

type Props = { value: string; error: string | undefined; onChange: (type: string) => void }

export const KitTypeField = ({ value, error, onChange }: Props) => (
  <fieldset>
    <legend className="mb-1.5 font-semibold">Type</legend>
    <div className="flex flex-wrap gap-2">
      {KIT_TYPES.map((type) => (
        <Chip key={type} name="type" pressed={type === value} onPress={() => onChange(type)}>
          {type}
        </Chip>
      ))}
    </div>
    {error && (
      <Fault role="alert" className="mt-1.5">
        {error}
      </Fault>
    )}
  </fieldset>
)
