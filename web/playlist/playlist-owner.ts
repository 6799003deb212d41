import { idFrom, readStored, writeStored } from '#web/stored.ts'

/** The account whose list `slide.playlist` holds; missing for a guest's list. */
const OWNER = 'slide.playlist.owner'

export function readOwner(): number | null {
  return idFrom(readStored(OWNER))
}

/** Makes the list that of an account, or of a guest. Without storage the next page asks the server again. */
export const writeOwner = (id: number | null) => void writeStored(OWNER, id)
