/** Names of the places of styles, where they differ from the style's name. */
export const PLACES: Record<string, string> = {
  'uk-drill': 'United Kingdom British London',
  'ny-drill': 'New York Brooklyn Bronx',
  'dutch-drill': 'Netherlands Holland Amsterdam',
  'french-drill': 'France Paris',
  'afro-drill': 'Africa African',
  'canadian-drill': 'Canada Toronto',
  'australian-drill': 'Australia Sydney',
  'irish-drill': 'Ireland Dublin',
  'german-drill': 'Germany Deutschland Berlin',
  'spanish-drill': 'Spain España',
  'italian-drill': 'Italy Italia',
  'brazilian-drill': 'Brazil Brasil',
}
