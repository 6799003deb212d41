import { fieldsOf, idFrom, readStored, storedKeys, textFrom, writeStored } from '#web/stored.ts'

/** A message that the server has not confirmed, as the browser keeps it. */
export type Kept = {
  key: string
  self: number
  partner: number
  content: string
  itemId: number | null
  /** It was written after this message, and stays there. */
  after: number
  at: string
}

const PREFIX = 'slide.unsent.'
/** An admin may write for the support account: each person that signs in finds only their own words. */
const placeOf = (owner: number, key: string) => `${PREFIX}${owner}.${key}`

export const keepUnsent = (owner: number, { key, self, partner, content, itemId, after, at }: Kept) =>
  void writeStored(placeOf(owner, key), { key, self, partner, content, itemId, after, at })

export const forgetUnsent = (owner: number, key: string) => void writeStored(placeOf(owner, key), null)

/** The oldest comes first. */
export const keptUnsent = (owner: number) =>
  storedKeys()
    .filter((place) => place.startsWith(placeOf(owner, '')))
    .flatMap((place) => unsentFrom(readStored(place)) ?? [])
    .toSorted((one, other) => one.at.localeCompare(other.at))

/** Leaves nobody's unsent words in the browser. */
export function forgetAllUnsent() {
  for (const place of storedKeys()) if (place.startsWith(PREFIX)) writeStored(place, null)
}

function unsentFrom(stored: unknown): Kept | null {
  const fields = fieldsOf(stored)
  const key = textFrom(fields.key)
  const self = idFrom(fields.self)
  const partner = idFrom(fields.partner)
  const content = textFrom(fields.content)
  if (!key || !self || !partner || content === null) return null
  return {
    key,
    self,
    partner,
    content,
    itemId: idFrom(fields.itemId),
    after: idFrom(fields.after) ?? 0,
    at: textFrom(fields.at) ?? '',
  }
}
