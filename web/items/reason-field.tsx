import { REASON_MOST } from '#contract/text.ts'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** The words that the seller reads after an admin's decision. */
export const ReasonField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Field label="Reason">
    {(control) => (
      <Textarea
        {...control}
        rows={5}
        maxLength={REASON_MOST}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
