import type { Call } from '#contract/caller.ts'
import type { ProblemReason } from '#contract/problem-values.ts'
import { post } from '#server/ledger/index.ts'
import { beatLine, createCheckout } from './checkout.ts'
import { inTransaction } from './factories.ts'
import type { Person } from './shop.ts'

type Reported = { reason: ProblemReason; text: string }
const WRONG: Reported = { reason: 'broken', text: 'The WAV ends after a minute.' }

/** A shop with sales, and what their two sides and the operator do about a problem. */
export async function createProblems() {
  const shop = await createCheckout()
  const { world } = shop
  let passed = 0

  /** The same person, who signs in again after the clock was moved: tokens live for minutes, problems for days. */
  function patient(person: Person): Person {
    let [call, at] = [person.call, passed]
    const renewed = async (...input: Parameters<Call>) => {
      if (at !== passed) {
        const { email, password } = person
        const { accessToken } = await world.guest('POST /auth/login', { body: { email, password } })
        ;[call, at] = [world.clientFor(() => accessToken), passed]
      }
      return call(...input)
    }
    return { ...person, call: renewed as Call }
  }
  const owner = patient(shop.owner)
  const params = (id: number) => ({ params: { id } })

  return {
    ...shop,
    owner,
    patient,
    world: {
      ...world,
      passTime(milliseconds: number) {
        passed++
        world.passTime(milliseconds)
      },
    },
    admin: async () => patient(await shop.admin()),
    /** A new buyer with an MP3 lease. */
    async sale() {
      const slug = `sold-${Math.random().toString(36).slice(2)}`
      const beatId = await shop.addBeat({ slug })
      const buyer = patient(await world.signUp())
      const { orderId } = await shop.buy([beatLine(beatId)], buyer)
      const [purchase] = await shop.purchasesOf(buyer)
      return { buyer, beatId, orderId, slug, purchaseId: purchase!.id }
    },
    /** Takes dollars out of somebody's balance, as a payout does. */
    async payOut(amount: number, { id }: Pick<Person, 'id'> = owner) {
      const move = (cents: number) =>
        inTransaction(world.app.db, (tx) =>
          post(tx, {
            kind: 'payout',
            reference: Math.random().toString(36).slice(2),
            lines: [
              { account: { kind: 'earnings', owner: id }, cents: -cents },
              { account: { kind: 'payouts', owner: id }, cents },
            ],
            at: world.app.clock.now(),
          }),
        )
      await move(Math.round(amount * 100))
      return { undo: () => move(-Math.round(amount * 100)) }
    },
    report: (buyer: Person, purchaseId: number, body = WRONG) =>
      buyer.call('POST /purchases/:id/problem', { ...params(purchaseId), body }),
    at: (person: Person, id: number) => person.call('GET /problems/:id', params(id)),
    answer: (id: number, text = 'Here is the file once more.', seller = owner) =>
      seller.call('POST /problems/:id/answer', { ...params(id), body: { text } }),
    refundAsSeller: (id: number, reason = 'You are right, sorry.', seller = owner) =>
      seller.call('POST /problems/:id/refund', { ...params(id), body: { reason } }),
    solve: (buyer: Person, id: number) => buyer.call('POST /problems/:id/solve', params(id)),
    escalate: (buyer: Person, id: number, text = '') =>
      buyer.call('POST /problems/:id/escalate', { ...params(id), body: { text } }),
    decide: (admin: Person, id: number, amount: number) =>
      admin.call('POST /admin/problems/:id/decide', {
        ...params(id),
        body: { amount, reason: 'We listened to both files.' },
      }),
    async dispute(admin: Person, orderId: number, state: 'open' | 'won' | 'lost') {
      const payment = await world.app.db
        .selectFrom('payment')
        .where('orderId', '=', orderId)
        .select('reference')
        .executeTakeFirstOrThrow()
      const reference = payment.reference!
      await admin.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
      await world.work()
    },
    /** The addresses that mails about a problem went to. */
    mailsAbout: async (id: number) =>
      (
        await world.app.db
          .selectFrom('mail')
          .where('dedupeKey', 'like', `problem ${id} %`)
          .select('recipient')
          .orderBy('recipient')
          .execute()
      ).map(({ recipient }) => recipient),
  }
}
export type Problems = Awaited<ReturnType<typeof createProblems>>
