/** The API gives the address of a cover's largest size. The other sizes are in the same folder. */
export const coverFolder = (coverUrl: string) => coverUrl.replace(/\/[^/]+$/, '')
