import { idFrom, readStored, writeStored } from '#web/stored.ts'

/** The account that the list `slide.playlist` belongs to; a guest's has none. */
const OWNER = 'slide.playlist.owner'

export function ownerOf(): number | null {
  return idFrom(readStored(OWNER))
}

/** From here on the list is this account's, or a guest's. Where nothing is kept, the next page asks again. */
export const writeOwner = (id: number | null) => void writeStored(OWNER, id)
