import { useState, type FormEvent, type ReactNode } from 'react'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useBulk, type Bulk } from './own-actions.ts'
import { PriceInput } from './price-input.tsx'

const manyItems = (count: number) => (count === 1 ? '1 item' : `${count} items`)

type Props = { ids: number[]; onDone: () => void }

export function BulkPricesDialog({ ids, onDone }: Props) {
  const [type, setType] = useState<LicenseType>('MP3')
  const [price, setPrice] = useState('')
  return (
    <BulkDialog
      title={`Change prices of ${manyItems(ids.length)}`}
      action="Change prices"
      bulk={{ action: 'price', ids, type, price: Number(price) }}
      isTyped={price !== ''}
      needed="price"
      fault={Number(price) > 0 ? '' : 'Enter a price above 0.'}
      onDone={onDone}
    >
      {(fault) => (
        <>
          <Field label="License">
            {(control) => (
              <Select {...control} value={type} onChange={({ target }) => setType(target.value as LicenseType)}>
                {LICENSE_TYPES.map((one) => (
                  <option key={one} value={one}>
                    {LICENSE_NAMES[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="New price" error={fault}>
            {(control) => (
              <PriceInput {...control} name="price" value={price} onChange={({ target }) => setPrice(target.value)} />
            )}
          </Field>
        </>
      )}
    </BulkDialog>
  )
}

export function BulkTagsDialog({ ids, onDone }: Props) {
  const [add, setAdd] = useState('')
  const [remove, setRemove] = useState('')
  return (
    <BulkDialog
      title={`Change tags of ${manyItems(ids.length)}`}
      action="Change tags"
      bulk={{ action: 'tags', ids, add, remove }}
      isTyped={add !== '' || remove !== ''}
      needed="add"
      fault={add.trim() || remove.trim() ? '' : 'Give a tag to add or to remove.'}
      onDone={onDone}
    >
      {(fault) => (
        <>
          <Field label="Add" hint="Separate tags by commas." error={fault}>
            {(control) => (
              <Input
                {...control}
                name="add"
                maxLength={400}
                value={add}
                onChange={({ target }) => setAdd(target.value)}
              />
            )}
          </Field>
          <Field label="Remove" hint="Separate tags by commas.">
            {(control) => (
              <Input {...control} maxLength={400} value={remove} onChange={({ target }) => setRemove(target.value)} />
            )}
          </Field>
        </>
      )}
    </BulkDialog>
  )
}

type Frame = {
  title: string
  action: string
  bulk: Bulk
  isTyped: boolean
  /** The field that shows the fault. */
  needed: string
  /** Shown when the form is sent with it. */
  fault: string
  onDone: () => void
  children: (fault: string) => ReactNode
}

function BulkDialog({ title, action, bulk, isTyped, needed, fault, onDone, children }: Frame) {
  const [open, setOpen] = useState(true)
  const [isSent, setIsSent] = useState(false)
  const { run, pending } = useBulk()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsSent(true)
    if (fault) return event.currentTarget.querySelector<HTMLElement>(`[name=${needed}]`)?.focus()
    if (pending || !(await run(bulk))) return
    setOpen(false)
    onDone()
  }
  return (
    <FormDialog
      size="short"
      open={open}
      onClose={() => setOpen(false)}
      hasUnsaved={() => isTyped}
      title={title}
      footer={
        <>
          <CloseButton />
          <Button look="paper" type="submit" form="bulk" loading={pending}>
            {action}
          </Button>
        </>
      }
    >
      <form id="bulk" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {children(isSent ? fault : '')}
      </form>
    </FormDialog>
  )
}
