import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { SandboxCard } from '#server/db/types.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import type { Sandboxed } from './sandboxed.ts'

export type Card = { number: string; expires: string; cvc: string }
type Outcome = 'paid' | 'declined' | 'challenged'
type Tried = { paidWith: string; outcome: Outcome; renewalsFail: boolean }

const OUTCOMES: Record<string, Outcome> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002500003155': 'challenged',
  '4000000000000341': 'paid',
}
/** The card of a subscription is good for its first payment only. */
const FAILS_LATER = '4000000000000341'

export const DECLINED = 'Your card was declined.'

/** Test cards and their behavior. No other number is taken, so that nobody types in a real one. */
export function tryCard({ number, expires, cvc }: Card, now: Date): Tried {
  const digits = number.replaceAll(/\D/g, '')
  const outcome = OUTCOMES[digits]
  if (!outcome) throw new ProviderRefused('The sandbox takes its test cards only, for example 4242 4242 4242 4242.')
  if (!isAhead(expires, now)) throw new ProviderRefused('Your card’s expiration date is in the past.')
  if (!/^\d{3,4}$/.test(cvc.trim())) throw new ProviderRefused('Your card’s security code is incomplete.')
  return { paidWith: `Visa, ends ${digits.slice(-4)}`, outcome, renewalsFail: digits === FAILS_LATER }
}

export type SavedCard = Selectable<SandboxCard>

/** Takes a card for a subscription, as a provider's form in the page does. Its number is not kept. */
export async function saveCard({ db, clock }: Sandboxed, card: Card) {
  const now = clock.now()
  const reference = `sbc_${randomUUID()}`
  await db
    .insertInto('sandboxCard')
    .values({ ...tryCard(card, now), reference, createdAt: now })
    .execute()
  return reference
}

export const findCard = (tx: Tx, reference: string | null): Promise<SavedCard> =>
  tx
    .selectFrom('sandboxCard')
    .where('reference', '=', reference)
    .selectAll()
    .executeTakeFirstOrThrow(() => new ProviderRefused('A card is needed.'))

/** A card is good to the end of its month. */
function isAhead(expires: string, now: Date) {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(expires) ?? []
  if (Number(month) < 1 || Number(month) > 12) return false
  return new Date(Date.UTC(2_000 + (Number(year) % 100), Number(month), 1)) > now
}
