import { useState } from 'react'
import { paypalLimits } from '#contract/limits.ts'
import { REST_HOURS } from '#contract/payout-values.ts'
import type { PayoutSummary } from '#contract/payouts.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { day } from '#web/items/format.ts'
import { ProofDialog } from '#web/session/proof-dialog.tsx'
import { ask } from '#web/ui/ask.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CircleCheck } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { PAYOUT_READS } from './reads.ts'

/** Links, changes and unlinks the PayPal address, and switches weekly payouts. */
export function PayPalPanel({ summary }: { summary: PayoutSummary }) {
  const { isPaypalLinked } = summary
  const [changing, setChanging] = useState(false)
  return (
    <section aria-labelledby="paypal" className="rounded-sm bg-curb p-5">
      <div className="flex items-start justify-between gap-3.5">
        <h2 id="paypal" className="text-xl font-bold">
          PayPal
        </h2>
        {isPaypalLinked && (
          <span className="inline-flex items-center gap-1.5 text-sm font-semibold">
            <Icon of={CircleCheck} size={15} className="text-ok" />
            Linked
          </span>
        )}
      </div>
      {isPaypalLinked && !changing ? (
        <Linked summary={summary} onChange={() => setChanging(true)} />
      ) : (
        <LinkForm former={summary.paypalEmail} onDone={() => setChanging(false)} />
      )}
    </section>
  )
}

function Linked({ summary, onChange }: { summary: PayoutSummary; onChange: () => void }) {
  const { paypalEmail, linkedAt, autoPayout } = summary
  const unlink = useAction({
    send: () => call('DELETE /me/paypal'),
    success: 'PayPal unlinked.',
    failure: 'Failed to remove PayPal email.',
    refresh: PAYOUT_READS,
  })
  const change = useAction({
    send: (auto: boolean) => call('PATCH /me/payouts', { body: { autoPayout: auto } }),
    failure: 'Couldn’t change weekly payouts.',
    refresh: PAYOUT_READS,
  })
  const unlinkIfSure = async () => {
    const text = `Payouts that were not sent yet go back into your balance. To link it again takes ${REST_HOURS} hours of rest.`
    if (await ask({ title: 'Unlink PayPal?', text, action: 'Unlink', danger: true })) await unlink.run(undefined)
  }
  return (
    <>
      <p className="mt-3 font-bold wrap-anywhere">{paypalEmail}</p>
      {linkedAt && <p className="text-[13px] text-dim">Linked {day(linkedAt)}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size={36} onClick={onChange}>
          Change
        </Button>
        <Button size={36} look="ghost" loading={unlink.pending} onClick={() => void unlinkIfSure()}>
          Unlink
        </Button>
      </div>
      <Switch
        className="mt-4.5 w-full items-start border-t border-rail/60 pt-4.5"
        checked={autoPayout}
        disabled={change.pending}
        onChange={({ target }) => void change.run(target.checked)}
      >
        <span className="font-semibold">
          Pay out every Monday
          <small className="block text-[13px] font-normal text-dim">
            Off: the balance stays here until you ask for it.
          </small>
        </span>
      </Switch>
    </>
  )
}

/** A stolen session must not send the money elsewhere, so the owner is asked again. */
function LinkForm({ former, onDone }: { former: string | null; onDone: () => void }) {
  const [asked, setAsked] = useState<string | null>(null)
  const form = useForm({
    start: { paypalEmail: '' },
    checks: { paypalEmail: paypalLimits },
    action: { send: async ({ paypalEmail }) => paypalEmail, failure: 'Failed to link PayPal account.' },
    onDone: setAsked,
    asksBeforeLeaving: false,
  })
  return (
    <>
      <form {...form.props} aria-label="PayPal" className="mt-3 grid gap-4">
        <Field
          label="PayPal email"
          hint={former === null ? 'Your earnings go there every Monday.' : `In place of ${former}. Payouts then rest.`}
          error={form.errors.paypalEmail}
        >
          {(control) => (
            <Input {...control} {...form.input('paypalEmail')} type="email" autoComplete="email" required />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button {...form.submit} look="paper">
            {former === null ? 'Link PayPal' : 'Save PayPal email'}
          </Button>
          {former !== null && <Button onClick={onDone}>Cancel</Button>}
        </div>
      </form>
      {asked !== null && (
        <ProofDialog
          title="Link this PayPal?"
          text={`${asked} gets your earnings from now on.`}
          label="Link PayPal"
          withCode
          action={{
            send: (proof) => call('PATCH /me/paypal', { body: { paypalEmail: asked, ...proof } }),
            success: 'PayPal linked.',
            failure: 'Failed to link PayPal account.',
            refresh: PAYOUT_READS,
          }}
          onDone={onDone}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
