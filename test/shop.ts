import { addItem } from './factories.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

export type Person = Awaited<ReturnType<World['signUp']>>

/** A world with one producer and one listener. */
export async function createShop(options: WorldOptions = {}) {
  const world = await createWorld(options)
  const owner = await world.signUp({ displayName: 'drillmaker' })
  const fan = await world.signUp({ displayName: 'Nadia_bars' })
  return {
    world,
    owner,
    fan,
    /** Adds an item of the owner. */
    add: (over: object = {}) => addItem(world.app.db, { ownerId: owner.id, title: 'Stairwell Sermon', ...over }),
    /** The person's unread notices about an item. */
    newsOf: async (person: Person, slug: string) =>
      (await person.call('GET /notifications/unread', { query: {} })).content.filter((news) => news.slug === slug),
  }
}
