import type { OwnPasskey } from '#contract/passkeys.ts'
import { passkeyNameLimits } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const form = useForm({
    start: { name },
    checks: { name: passkeyNameLimits },
    action: {
      send: (typed) => call('PATCH /me/passkeys/:id', { params: { id }, body: typed }),
      success: 'Name saved.',
      failure: 'The name could not be saved. Try again.',
      refresh: ['GET /me/passkeys'],
    },
    onDone: onClose,
    asksBeforeLeaving: false,
  })
  return (
    <Dialog open onOpenChange={onClose} title="Rename the passkey">
      <form {...form.props} aria-label="Rename the passkey" className="grid gap-4">
        <Field label="Name" error={form.errors.name}>
          {(control) => <Input {...control} {...form.input('name')} autoComplete="off" required />}
        </Field>
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
        <div className="flex flex-wrap justify-end gap-2 max-md:*:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button {...form.submit} look="paper">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
