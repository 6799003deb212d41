/** One colour a style: see `data-line` in app.css. */
export const LINES = ['uk', 'ny', 'chi', 'nl', 'fr', 'afr', 'can', 'aus', 'irl', 'ger', 'esp', 'ita', 'bra'] as const
export type Line = (typeof LINES)[number]
