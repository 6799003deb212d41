import type { Meta } from '#contract/page.ts'
import { STYLES } from '#contract/styles.ts'
import { kinds as names } from '#web/items/kinds.ts'
import { writeList } from './list-address.ts'
import { startOf, type ListScreen, type ListState } from './list-state.ts'
import { flagNames } from './list-words.ts'

type Words = { title: string; description: string }

/** Search engines get lists of a kind, a board or a style. They ignore lists with typed words or dragged filters. */
export function listHead(screen: ListScreen, state: ListState, { title, description }: Words): Meta {
  const { kinds, flag, styles, page } = state
  const plain = { ...startOf(screen), kinds, flag, styles: styles.slice(0, 1), page }
  const canonical = writeList(screen, plain)
  return {
    title: `${title}${page > 0 ? `, page ${page + 1}` : ''} | Slide`,
    description,
    canonical,
    ...(canonical !== writeList(screen, state) && { noindex: true }),
  }
}

/** Featured UK Drill beats */
export function whatIsListed({ kinds, flag, styles }: ListState) {
  const what = kinds.length ? kinds.map((kind) => names[kind].many).join(' and ') : 'beats, packs and kits'
  const [style] = styles
  return [flag && flagNames[flag], style && styles.length === 1 ? STYLES[style] : 'drill', what]
    .filter(Boolean)
    .join(' ')
}
