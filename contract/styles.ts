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

export const isStyle = (slug: string) => Object.hasOwn(STYLES, slug)
