/** The page loads as many items as it shows. */
export const SHELF = { query: { limit: 5 } }
export const RANKING = { query: { limit: 5, waves: 'true' } }
