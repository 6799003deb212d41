import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Selection } from './use-selection.ts'

type Props = { selection: Selection; isOff: boolean }

/** Stands above a list. Its words make room for the actions as soon as a row is chosen. */
export const ChooseAll = ({ selection, isOff }: Props) => (
  <Checkbox
    disabled={isOff}
    checked={selection.isAll}
    indeterminate={selection.ids.length > 0 && !selection.isAll}
    onChange={selection.toggleAll}
  >
    <span className={selection.ids.length > 0 ? 'sr-only' : 'text-[14px] text-soft'}>Select all</span>
  </Checkbox>
)
