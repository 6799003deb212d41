/** The page loads as many items as it shows. */
export const SHELF = { query: { limit: 5, picks: 'true' } }
export const RANKING = { query: { limit: 5, waves: 'true' } }
export const SLOTS = { query: { place: 'landing' } } as const
