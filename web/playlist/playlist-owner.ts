/** Whose list `slide.playlist` is: an account's id, or nothing for a guest's. */
const OWNER = 'slide.playlist.owner'

export function ownerOf(): number | null {
  try {
    return Number(localStorage.getItem(OWNER)) || null
  } catch {
    return null
  }
}

/** From here on the list is this account's, or a guest's. */
export function writeOwner(id: number | null) {
  try {
    if (id) localStorage.setItem(OWNER, String(id))
    else localStorage.removeItem(OWNER)
  } catch {
    // whose it is will be found out again on the next page
  }
}
