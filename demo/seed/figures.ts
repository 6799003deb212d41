import type { Activity } from './activity.ts'
import type { SeededItem } from './items.ts'
import type { Member } from './people.ts'

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const playsOf = ({ playHours }: Activity) => sum(playHours.map(({ plays }) => plays))

/** Counts of exactly the rows there are. Nothing has been sold in the demo yet. */
export const statRow = (activity: Activity) => ({
  item_id: activity.item.id,
  plays: playsOf(activity),
  likes: activity.likes.length,
  comments: activity.comments.length,
})

type StatRow = ReturnType<typeof statRow>

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
