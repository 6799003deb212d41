import { KEYS } from '#contract/filter-values.ts'
import { keyName } from '#web/items/format.ts'
import { Select, type SelectProps } from '#web/ui/select.tsx'

export const KeySelect = (props: SelectProps) => (
  <Select {...props}>
    <option value="">No key</option>
    {KEYS.map((key) => (
      <option key={key} value={key}>
        {keyName(key)}
      </option>
    ))}
  </Select>
)
