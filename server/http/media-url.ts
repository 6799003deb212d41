/** The address of a public file in the storage. */
export const mediaUrl = (key: string) => `/media/${key}`

/** An avatar's key is the folder of its sizes. */
export const avatarUrl = (key: string | null) => key && mediaUrl(`${key}/320.webp`)
