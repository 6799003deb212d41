import type { InputOf } from '#contract/caller.ts'
import type { CartItem } from '#contract/checkout.ts'
import { createCheckout } from './checkout.ts'
import type { Person } from './shop.ts'

export type NewCode = InputOf<'POST /me/codes'>['body']

/** A shop whose owner may make codes, and what sellers and buyers do with them. */
export async function createCodes() {
  const shop = await createCheckout()
  const db = () => shop.world.app.db
  const setPlan = ({ id }: Person, plan: 'free' | 'growth' | 'pro') =>
    db().updateTable('account').set({ plan }).where('id', '=', id).execute()
  await setPlan(shop.owner, 'growth')

  let made = 0
  const newName = () => `CODE${++made}`
  /** A new code of the owner, 10 % off unless told otherwise. */
  const addCode = ({ percent = 10, ...over }: Partial<NewCode> = {}, seller = shop.owner) =>
    seller.call('POST /me/codes', {
      body: { code: newName(), ...(over.amount === undefined && { percent }), ...over },
    })
  const change = (id: number, state: 'active' | 'paused' | 'ended', seller = shop.owner) =>
    seller.call('PATCH /me/codes/:id', { params: { id }, body: { state } })
  const codeOf = async (id: number, seller = shop.owner) =>
    (await seller.call('GET /me/discounts')).codes.find((code) => code.id === id)!

  const answersTo = async (items: CartItem[], code: string, buyer = shop.fan) =>
    (await shop.preview(items, buyer, code)).codes
  const whyNot = async (items: CartItem[], code: string, buyer = shop.fan) =>
    (await answersTo(items, code, buyer))[0]?.why

  return { shop, db, setPlan, newName, addCode, change, codeOf, answersTo, whyNot }
}
