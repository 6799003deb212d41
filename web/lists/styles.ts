/** The thirteen scenes, by the slugs of their pages. */
export const STYLES: Record<string, string> = {
  'uk-drill': 'UK Drill',
  'ny-drill': 'NY Drill',
  'chicago-drill': 'Chicago Drill',
  'dutch-drill': 'Dutch Drill',
  'french-drill': 'French Drill',
  'afro-drill': 'Afro Drill',
  'canadian-drill': 'Canadian Drill',
  'australian-drill': 'Australian Drill',
  'irish-drill': 'Irish Drill',
  'german-drill': 'German Drill',
  'spanish-drill': 'Spanish Drill',
  'italian-drill': 'Italian Drill',
  'brazilian-drill': 'Brazilian Drill',
}

/** Those that have a chip of their own. */
export const GENRES = [
  { slug: 'uk-drill', name: 'UK', line: 'uk' },
  { slug: 'ny-drill', name: 'NY', line: 'ny' },
  { slug: 'chicago-drill', name: 'Chicago', line: 'chi' },
  { slug: 'dutch-drill', name: 'Dutch', line: 'nl' },
  { slug: 'french-drill', name: 'French', line: 'fr' },
  { slug: 'afro-drill', name: 'Afro', line: 'afr' },
] as const
