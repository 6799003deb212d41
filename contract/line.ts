/** One color for each style: see `data-line` in brand.css. */
export const LINES = ['uk', 'ny', 'chi', 'nl', 'fr', 'afr', 'can', 'aus', 'irl', 'ger', 'esp', 'ita', 'bra'] as const
export type Line = (typeof LINES)[number]
