import type { Activity } from './activity.ts'
import type { SeededItem } from './items.ts'
import type { Member } from './people.ts'
import { DAY } from './time.ts'

const WORTH_OF_A_LIKE = 5 // plays
const TREND_HALF_LIFE_DAYS = 3
const MOST_MARKED = 8 // of a kind

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const playsOf = ({ playHours }: Activity) => sum(playHours.map(({ plays }) => plays))

/** Counts of exactly the rows there are. Nothing has been sold in the demo yet. */
export function statRow(activity: Activity, now: Date) {
  const { item, likes, comments, playHours } = activity
  const fresh = (at: Date) => 0.5 ** ((now.getTime() - at.getTime()) / DAY / TREND_HALF_LIFE_DAYS)
  const plays = playsOf(activity)
  return {
    item_id: item.id,
    plays,
    likes: likes.length,
    comments: comments.length,
    popularity: plays + likes.length * WORTH_OF_A_LIKE,
    trend:
      sum(playHours.map((hour) => hour.plays * fresh(hour.hour))) +
      sum(likes.map((like) => WORTH_OF_A_LIKE * fresh(like.created_at))),
  }
}

type StatRow = ReturnType<typeof statRow>

/** The best of each kind by a figure, never more than a third of the kind. */
export function topItems(items: SeededItem[], stats: StatRow[], figure: 'popularity' | 'trend'): number[] {
  const valueOf = new Map(stats.map((stat) => [stat.item_id, stat[figure]]))
  return (['beat', 'pack', 'kit'] as const).flatMap((kind) => {
    const ofKind = items.filter((item) => item.kind === kind).sort((a, b) => valueOf.get(b.id)! - valueOf.get(a.id)!)
    return ofKind.slice(0, Math.min(MOST_MARKED, Math.ceil(ofKind.length / 3))).map(({ id }) => id)
  })
}

export function accountStatRows(
  members: Member[],
  items: SeededItem[],
  stats: StatRow[],
  follows: { followee_id: number }[],
) {
  const playsOfItem = new Map(stats.map(({ item_id, plays }) => [item_id, plays]))
  return members.map(({ id }) => {
    const own = items.filter(({ ownerId }) => ownerId === id)
    return {
      account_id: id,
      tracks: own.length,
      followers: follows.filter(({ followee_id }) => followee_id === id).length,
      plays: sum(own.map((item) => playsOfItem.get(item.id)!)),
    }
  })
}
