import { BAN_CATEGORIES, BAN_REASON_MOST, banCategories, type BanCategory } from '#contract/ban-values.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { price } from '#web/items/format.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ActButtons } from './act-buttons.tsx'
import { DESK_PEOPLE, type PersonActProps } from './person-act.ts'

const most = `Use at most ${BAN_REASON_MOST.toLocaleString('en-US')} characters.`

/** Bans a person, and says before what that does. */
export function BanForm({ person: { id, name, onSale, balance, pending }, onClose }: PersonActProps) {
  const form = useForm({
    start: { category: '', reason: '', until: '' },
    checks: {
      category: (value) => (value ? undefined : 'Choose what it is about.'),
      reason: { required: 'Say why.', max: [BAN_REASON_MOST, most] },
    },
    action: {
      send: ({ category, reason, until }) =>
        call('POST /admin/people/:id/ban', {
          params: { id },
          body: { category: category as BanCategory, reason, until: until || null },
        }),
      success: `${name} is banned.`,
      failure: 'The ban could not be saved. Try again.',
      refresh: DESK_PEOPLE,
    },
    onDone: onClose,
  })
  const facts = [
    onSale > 0 && `${onSale} ${onSale === 1 ? 'item leaves' : 'items leave'} the shop`,
    balance + pending > 0 && `payouts of ${price(balance + pending)} wait for you`,
  ].filter(Boolean)
  return (
    <form {...form.props} aria-label={`Ban ${name}`} className="grid gap-4">
      <p className="text-soft">
        {name} sees nothing but the reason, one appeal, the library and their data. Profile, items and comments are
        hidden, and come back when the ban ends. Buyers keep what they bought.
        {facts.length > 0 && ` Now: ${facts.join(', ')}.`}
      </p>
      <Field label="What it is about" error={form.errors.category}>
        {(control) => (
          <Select {...control} {...form.input('category')} required>
            <option value="">Choose</option>
            {banCategories.map((value) => (
              <option key={value} value={value}>
                {BAN_CATEGORIES[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Reason" hint={`${name} reads it, and so does the audit log.`} error={form.errors.reason}>
        {(control) => <Textarea {...control} {...form.input('reason')} rows={4} maxLength={BAN_REASON_MOST} required />}
      </Field>
      <Field label="Last day" optional hint="By UTC. Without a day the ban has no end." error={form.errors.until}>
        {(control) => <Input {...control} {...form.input('until')} type="date" />}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <ActButtons submit={form.submit} label={`Ban ${name}`} danger onClose={onClose} />
    </form>
  )
}
