/** Where the page finds a public object of the storage. */
export const mediaUrl = (key: string) => `/media/${key}`
