import { beatLine, createCheckout } from './checkout.ts'
import type { Person } from './shop.ts'
import type { WorldOptions } from './world.ts'

type Asked = readonly (readonly [Person | string, number])[]

/** The owner of an item asks people for shares, by their basis points. */
export const proposeShares = (by: Person, id: number, people: Asked) =>
  by.call('PUT /me/items/:id/split', {
    params: { id },
    body: {
      ownPoints: people.reduce((rest, [, points]) => rest - points, 10_000),
      people: people.map(([who, points]) => ({ handle: typeof who === 'string' ? who : who.displayName, points })),
    },
  })

const splitsOf = (by: Person) => by.call('GET /me/splits')
const answerShare = (by: Person, id: number, way: 'accept' | 'decline' | 'leave') =>
  by.call(`POST /me/splits/:id/${way}`, { params: { id } })
const invitationOf = async (by: Person) => (await splitsOf(by)).invitations[0]!

/** Somebody accepts the newest offer. */
export const acceptShare = async (by: Person) => answerShare(by, (await invitationOf(by)).id, 'accept')

/** A shop whose owner can share the earnings of items with others. */
export async function createSharedShop(options: WorldOptions = {}) {
  const shop = await createCheckout(options)
  const { owner, world } = shop
  const propose = (id: number, people: Asked, by: Person = owner) => proposeShares(by, id, people)
  const splitOf = (id: number, by: Person = owner) => by.call('GET /me/items/:id/split', { params: { id } })
  const accept = async (...all: Person[]) => {
    for (const by of all) await acceptShare(by)
  }
  return {
    ...shop,
    propose,
    splitOf,
    splits: splitsOf,
    answer: answerShare,
    invitation: invitationOf,
    accept,
    /** Asks, and everybody accepts. */
    async share(id: number, ...people: (readonly [Person, number])[]) {
      await propose(id, people)
      await accept(...people.map(([who]) => who))
      return (await splitOf(id)).active!.id
    },
    /** As a cart with the item says: 'available' or why not. */
    stateOf: async (id: number) => (await shop.preview([beatLine(id)])).lines[0]!.state,
    /** The notices of a person about splits. */
    noticesOf: async (person: Person) =>
      (await person.call('GET /notifications', { query: {} })).content.filter(({ topic }) => topic === 'split'),
    /** The earnings of a person, in dollars. */
    earned: async ({ id }: Person) => (await shop.ledger())[`earnings ${id}`] ?? 0,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => world.signUp())),
  }
}
export type SharedShop = Awaited<ReturnType<typeof createSharedShop>>
