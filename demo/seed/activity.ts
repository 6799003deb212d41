import { COMMENTS, KIT_COMMENTS } from '#demo/comments.ts'
import { PEOPLE } from '#demo/people.ts'
import { Random } from '#server/art/random.ts'
import type { SeededItem } from './items.ts'
import type { Member } from './people.ts'
import { DAY, HOUR, momentBetween } from './time.ts'

type Like = { accountId: number; itemId: number; createdAt: Date }
type Comment = Like & { body: string }
type PlayHour = { itemId: number; hour: Date; plays: number }

/** The likes, comments and plays of one item. */
export type Activity = { item: SeededItem; likes: Like[]; comments: Comment[]; playHours: PlayHour[] }

const DAYS_OF_PLAYS = 60
const speakers = new Set(PEOPLE.map(({ handle }) => handle))
const PLAYS_OF_A_HIT = 110 // a day, after the first days
const LAUNCH_BOOST = 7 // times as many plays in the first days
const LAUNCH_DAYS = 4

export function imagineActivity(item: SeededItem, members: Member[], now: Date): Activity {
  const random = new Random(`activity ${item.slug}`)
  const others = members.filter(({ id }) => id !== item.ownerId)
  const moment = () => momentBetween(item.publishedAt, now, random.next() ** 1.5) // more soon after publication
  const likes = random
    .sample(others, Math.round(others.length * item.heat * random.between(0.35, 0.8)))
    .map(({ id }) => ({ accountId: id, itemId: item.id, createdAt: moment() }))
  const bodies = random.sample(
    item.kind === 'kit' ? KIT_COMMENTS : COMMENTS,
    Math.round(1 + item.heat * random.between(3, 7)),
  )
  const authors = random.sample(
    others.filter(({ handle }) => speakers.has(handle)),
    bodies.length,
  )
  const comments = authors.map(({ id }, index) => ({
    accountId: id,
    itemId: item.id,
    createdAt: moment(),
    body: bodies[index]!,
  }))
  return { item, likes, comments, playHours: imaginePlays(item, random, now) }
}

/** Plays by whole hours, between the item's publication and now. */
function imaginePlays(item: SeededItem, random: Random, now: Date): PlayHour[] {
  const firstHour = Math.ceil(item.publishedAt.getTime() / HOUR)
  const lastHour = Math.floor(now.getTime() / HOUR)
  const plays = new Map<number, number>()
  const days = Math.min(DAYS_OF_PLAYS, Math.ceil((now.getTime() - item.publishedAt.getTime()) / DAY))
  for (let day = 0; day < days; day++) {
    const age = days - day
    const launch = 1 + LAUNCH_BOOST * Math.exp(-age / LAUNCH_DAYS)
    const expected = item.heat ** 3 * PLAYS_OF_A_HIT * launch * random.between(0.6, 1.4)
    const hours = random.whole(3, 6)
    for (let share = 0; share < hours; share++) {
      const hour = lastHour - day * 24 - random.whole(0, 23)
      if (hour >= firstHour) plays.set(hour, (plays.get(hour) ?? 0) + Math.max(1, Math.round(expected / hours)))
    }
  }
  return Array.from(plays, ([hour, count]) => ({ itemId: item.id, hour: new Date(hour * HOUR), plays: count }))
}

/** Popular producers get more followers. Nobody follows themselves. */
export function imagineFollows(items: SeededItem[], members: Member[], now: Date) {
  const producers = members.filter(({ id }) => items.some(({ ownerId }) => ownerId === id))
  return producers.flatMap((producer) => {
    const random = new Random(`follows ${producer.handle}`)
    const heat = Math.max(...items.filter(({ ownerId }) => ownerId === producer.id).map((item) => item.heat))
    const others = members.filter(({ id }) => id !== producer.id)
    return random.sample(others, Math.round(others.length * heat * random.between(0.2, 0.6))).map((follower) => ({
      followerId: follower.id,
      followeeId: producer.id,
      createdAt: momentBetween(new Date(now.getTime() - DAYS_OF_PLAYS * DAY), now, random.next()),
    }))
  })
}
