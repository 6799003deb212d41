/** The styles with a chip of their own. */
export const GENRES = [
  { slug: 'uk-drill', name: 'UK', line: 'uk' },
  { slug: 'ny-drill', name: 'NY', line: 'ny' },
  { slug: 'chicago-drill', name: 'Chicago', line: 'chi' },
  { slug: 'dutch-drill', name: 'Dutch', line: 'nl' },
  { slug: 'french-drill', name: 'French', line: 'fr' },
  { slug: 'afro-drill', name: 'Afro', line: 'afr' },
] as const
