/** As many as are shown: what a page does not show it does not send. */
export const SHELF = { query: { limit: 5 } }
export const RANKING = { query: { limit: 5, waves: 'true' } }
