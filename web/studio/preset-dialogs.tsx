import { Trash } from '#web/ui/icons.ts'
import { useRef, useState, type FormEvent } from 'react'
import type { InputOf } from '#contract/caller.ts'
import { faultOf, licensePresetLimits } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import type { Tier } from './tier-values.ts'
import { presetFault, presetOf, presetWords, type Preset } from './preset-values.ts'

const refresh = ['GET /me/license-presets'] as const

type Props = { open: boolean; onClose: () => void; presets: readonly Preset[] }
type SaveProps = Props & { tiers: () => Tier }

/** Asks for the name of a preset. */
export function SavePresetDialog({ open, onClose, presets, tiers }: SaveProps) {
  return (
    <FormDialog size="short" open={open} onClose={onClose} title="Save as a preset">
      <SaveForm tiers={tiers()} presets={presets} onClose={onClose} />
    </FormDialog>
  )
}

type FormProps = { tiers: Tier; presets: readonly Preset[]; onClose: () => void }

function SaveForm({ tiers, presets, onClose }: FormProps) {
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const save = useAction({
    send: (body: InputOf<'POST /me/license-presets'>['body']) => call('POST /me/license-presets', { body }),
    success: 'Preset saved.',
    failure: 'The preset could not be saved.',
    refresh,
  })
  const without = presetFault(tiers)
  if (without)
    return (
      <div className="grid gap-5">
        <Fault>{without}</Fault>
        <Button onClick={onClose} className="justify-self-end">
          Back to the prices
        </Button>
      </div>
    )
  const licenses = presetOf(tiers)
  const replaced = presets.find((preset) => preset.name.toLowerCase() === name.trim().toLowerCase())
  const refuse = (reason: string) => {
    setFault(reason)
    input.current?.focus()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation() // React would send the upload form, too
    if (save.pending) return
    const unnamed = faultOf(licensePresetLimits.name, name)
    if (unnamed) return refuse(unnamed)
    const outcome = await save.run({ name, licenses })
    if (outcome.done) onClose()
    else refuse(outcome.fields.name ?? outcome.sentence)
  }
  return (
    <form noValidate aria-label="Save as a preset" onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-soft">{presetWords(licenses)}</p>
      <Field label="Name" hint={replaced && `Replaces your preset “${replaced.name}”.`} error={fault}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={licensePresetLimits.name.max[0]}
            placeholder="My usual prices"
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex justify-end gap-2 max-md:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="paper" type="submit" loading={save.pending}>
          {replaced ? 'Replace' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

/** The presets with their prices, each with a button that removes it. */
export function RemovePresetsDialog({ open, onClose, presets }: Props) {
  const remove = useAction({
    send: (id: number) => call('DELETE /me/license-presets/:id', { params: { id } }),
    success: 'Preset removed.',
    failure: 'The preset could not be removed.',
    refresh,
  })
  async function press(id: number, row: Element | null) {
    if (remove.pending || !(await remove.run(id)).done) return
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    if (next) next.querySelector('button')?.focus() // else the focus would be lost with the row
    else onClose()
  }
  return (
    <FormDialog size="short" open={open} onClose={onClose} title="Your presets">
      <ul aria-label="Presets" className="border-b border-rail/60">
        {presets.map(({ id, name, licenses }) => (
          <li key={id} className="flex items-center gap-2 border-t border-rail/60 py-2">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-semibold">{name}</p>
              <p className="text-[14px] text-soft">{presetWords(licenses)}</p>
            </div>
            <IconButton
              label={`Remove ${name}`}
              onClick={({ currentTarget }) => void press(id, currentTarget.closest('li'))}
            >
              <Icon of={Trash} size={17} />
            </IconButton>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
