import { beatLine, createCheckout } from './checkout.ts'
import type { Person } from './shop.ts'
import type { WorldOptions } from './world.ts'

/** The owner of an item offers a friend a tenth of it. */
export const proposeShare = (id: number, friend: Person, by: Person) =>
  by.call('PUT /me/items/:id/split', {
    params: { id },
    body: { ownPoints: 9_000, people: [{ handle: friend.displayName, points: 1_000 }] },
  })

/** A friend accepts the first offer. */
export async function acceptShare(by: Person) {
  const [invitation] = (await by.call('GET /me/splits')).invitations
  await by.call('POST /me/splits/:id/accept', { params: { id: invitation!.id } })
}

/** A shop whose owner can share the earnings of items with others. */
export async function createSharedShop(options: WorldOptions = {}) {
  const shop = await createCheckout(options)
  const { owner, world } = shop
  /** Asks people for shares, by their basis points. */
  const propose = (id: number, people: readonly (readonly [Person | string, number])[], by: Person = owner) =>
    by.call('PUT /me/items/:id/split', {
      params: { id },
      body: {
        ownPoints: people.reduce((rest, [, points]) => rest - points, 10_000),
        people: people.map(([who, points]) => ({ handle: typeof who === 'string' ? who : nameOf(who), points })),
      },
    })
  const splitOf = (id: number, by: Person = owner) => by.call('GET /me/items/:id/split', { params: { id } })
  const splits = (by: Person) => by.call('GET /me/splits')
  const answer = (by: Person, id: number, way: 'accept' | 'decline' | 'leave') =>
    by.call(`POST /me/splits/:id/${way}`, { params: { id } })
  const invitation = async (by: Person) => (await splits(by)).invitations[0]!
  const accept = async (...all: Person[]) => {
    for (const by of all) await answer(by, (await invitation(by)).id, 'accept')
  }
  const nameOf = ({ displayName }: Person) => displayName
  return {
    ...shop,
    propose,
    splitOf,
    splits,
    answer,
    invitation,
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
