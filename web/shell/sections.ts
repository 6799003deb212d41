import { paths } from '#web/paths.ts'

/** In the header, and on a phone in its menu. */
export const sections = [
  { name: 'Browse', to: paths.browse() },
  { name: 'Charts', to: paths.charts() },
  { name: 'Users', to: paths.producers() },
  { name: 'Sell Beats', to: paths.sellBeats() },
  { name: 'Sell Kits', to: paths.sellKits() },
  { name: 'About', to: paths.about() },
]
