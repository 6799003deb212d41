import { LINES } from '#contract/line.ts'
import { STYLES } from '#contract/styles.ts'

/** The chips of the styles. Lines and styles have the same order. */
export const GENRES = Object.entries(STYLES).map(([slug, title], index) => ({
  slug,
  name: title.replace(' Drill', ''),
  line: LINES[index]!,
}))
