import type { Line } from '#contract/line.ts'

/** The thirteen lines, one for each style, in the colors of the style sheet (oklch). */
export const LINE_COLORS = {
  uk: { slug: 'uk-drill', lightness: 0.7, chroma: 0.185, hue: 26 },
  ny: { slug: 'ny-drill', lightness: 0.74, chroma: 0.135, hue: 255 },
  chi: { slug: 'chicago-drill', lightness: 0.8, chroma: 0.125, hue: 225 },
  nl: { slug: 'dutch-drill', lightness: 0.76, chroma: 0.165, hue: 54 },
  fr: { slug: 'french-drill', lightness: 0.74, chroma: 0.155, hue: 305 },
  afr: { slug: 'afro-drill', lightness: 0.8, chroma: 0.195, hue: 148 },
  can: { slug: 'canadian-drill', lightness: 0.75, chroma: 0.18, hue: 350 },
  aus: { slug: 'australian-drill', lightness: 0.85, chroma: 0.175, hue: 112 },
  irl: { slug: 'irish-drill', lightness: 0.81, chroma: 0.15, hue: 168 },
  ger: { slug: 'german-drill', lightness: 0.88, chroma: 0.165, hue: 98 },
  esp: { slug: 'spanish-drill', lightness: 0.82, chroma: 0.155, hue: 74 },
  ita: { slug: 'italian-drill', lightness: 0.82, chroma: 0.125, hue: 200 },
  bra: { slug: 'brazilian-drill', lightness: 0.84, chroma: 0.205, hue: 132 },
} as const satisfies Record<Line, object>
