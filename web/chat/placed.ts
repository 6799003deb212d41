import type { ChatMessage } from '#contract/chat.ts'
import type { Unsent } from './outbox.ts'

/** Messages of one person within this time show one time together. */
const GROUP = 5 * 60_000

type Row = {
  key: string
  /** The day that begins with this row. */
  beginsDay: Date | null
  /** The next row is of another person, day or time. */
  endsGroup: boolean
} & ({ unsent: Unsent } | { unsent?: undefined; message: ChatMessage })

/** The rows of a conversation. An unsent message stands after the one that was the newest when it was written. */
export function placed(messages: readonly ChatMessage[], unsent: readonly Unsent[]): Row[] {
  const confirmed = new Set(messages.map(({ key }) => key))
  const entries = [
    ...messages.map((message) => ({ message, place: message.id, at: new Date(message.timestamp) })),
    ...unsent
      .filter(({ key }) => !confirmed.has(key))
      .map((one) => ({ unsent: one, place: one.after + 0.5, at: new Date(one.at) })),
  ].toSorted((one, other) => one.place - other.place)
  return entries.map((entry, nth) => {
    const [previous, next] = [entries[nth - 1], entries[nth + 1]]
    const shown = {
      beginsDay: previous && isSameDay(previous.at, entry.at) ? null : entry.at,
      endsGroup: !next || senderOf(next) !== senderOf(entry) || next.at.getTime() - entry.at.getTime() > GROUP,
    }
    return 'message' in entry
      ? { ...shown, key: entry.message.key, message: entry.message }
      : { ...shown, key: entry.unsent.key, unsent: entry.unsent }
  })
}

const senderOf = (entry: { message: ChatMessage } | { unsent: Unsent }) =>
  'message' in entry ? entry.message.senderId : 'unsent'

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()
