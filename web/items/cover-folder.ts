/** The API names the largest picture of a cover; its smaller sizes are its neighbours. */
export const coverFolder = (coverUrl: string) => coverUrl.replace(/\/[^/]+$/, '')
