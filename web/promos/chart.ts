/** One day of a promotion, in the calendar of UTC. */
export type Day = { day: string; impressions: number }

const DAY = 24 * 60 * 60_000
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** The calendar day of a time: 2026-11-25. */
export const dayOf = (time: Date) => time.toISOString().slice(0, 10)

export type Delivery = {
  days: readonly Day[]
  startsAt: string
  /** The end of its days. It may run on past it. */
  endsAt: string
  /** When it really ended. */
  endedAt: string | null
}

export type Bar = Day & {
  /** All impressions until the end of this day. */
  sum: number
  state: 'past' | 'today' | 'to come'
}

/** Each day from the start to the planned end, and further while it runs on. */
export function barsOf({ days, startsAt, endsAt, endedAt }: Delivery, now: Date): Bar[] {
  const counted = new Map(days.map(({ day, impressions }) => [day, impressions]))
  const today = dayOf(now)
  const planned = dayOf(new Date(Date.parse(endsAt) - 1)) // an end at midnight belongs to the day before
  const latest = endedAt === null ? today : dayOf(new Date(endedAt))
  const last = [planned, latest, ...counted.keys()].reduce((most, day) => (day > most ? day : most))
  const end = endedAt !== null && latest < planned ? latest : last
  const bars: Bar[] = []
  let sum = 0
  for (let time = timeOf(dayOf(new Date(startsAt))); time <= timeOf(end); time += DAY) {
    const day = dayOf(new Date(time))
    const impressions = counted.get(day) ?? 0
    sum += impressions
    const state = endedAt !== null || day < today ? 'past' : day === today ? 'today' : 'to come'
    bars.push({ day, impressions, sum, state })
  }
  return bars
}

/** The days of the plan, today's first and last parts as one each. */
export const plannedDays = ({ startedAt, endsAt }: { startedAt: string; endsAt: string }) =>
  (timeOf(dayOf(new Date(Date.parse(endsAt) - 1))) - timeOf(dayOf(new Date(startedAt)))) / DAY + 1

type Pace = { guaranteed: number; planned: number; shown: number }

/** The end of the pace: after so many of the shown days, at this sum. One that was ended early shows only its first part. */
export function paceEndOf({ guaranteed, planned, shown }: Pace) {
  const days = Math.min(planned, shown)
  return { days, sum: (guaranteed * days) / planned }
}

/** Two or three round figures for an axis: 0 is left out. */
export function ticksOf(most: number) {
  if (most < 1) return []
  const rough = most / 3
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!
  return Array.from({ length: Math.floor(most / step) }, (_, nth) => (nth + 1) * step)
}

/** Whether a day has its name below its bar: so many names fit. */
export function isNamed(nth: number, all: number, fits: number) {
  const each = Math.ceil(all / fits)
  return nth % each === 0
}
