import { Copy } from './icons.ts'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import { toast } from './toast.ts'

export type CopyFieldProps = {
  label: string
  value: string
  /** The toast after copying. */
  said: string
}

/** A text with a copy button. Where the browser refuses to copy, the text is selected instead. */
export function CopyField({ label, value, said }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast.success(said)
    } catch {
      input.current?.select()
      toast.error('Failed to copy')
    }
  }
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex gap-2">
          <Input {...control} ref={input} readOnly value={value} onFocus={(event) => event.target.select()} />
          <Button className="h-12" onClick={() => void copy()}>
            <Icon of={Copy} size={18} />
            Copy<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        </div>
      )}
    </Field>
  )
}
