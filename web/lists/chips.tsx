import { MOODS } from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import { GENRES } from './genres.ts'
import { capital, flagNames, kindNames } from './list-words.ts'
import { OptionChips } from './option-chips.tsx'
import { toggled } from './toggled.ts'
import type { List } from './use-list-state.ts'

type Props = Pick<List, 'state' | 'change' | 'address'>

const KINDS: readonly Kind[] = ['BEAT', 'KIT', 'PACK']

/** One kind, or all. */
export const KindChips = ({ state: { kinds }, ...list }: Props) => (
  <OptionChips
    {...list}
    label="Kind"
    options={[
      { name: 'All', pressed: kinds.length === 0, changed: { kinds: [] } },
      ...KINDS.map((kind) => ({
        name: kindNames[kind],
        pressed: kinds.length === 1 && kinds[0] === kind,
        changed: { kinds: [kind] },
      })),
    ]}
  />
)

const SEARCHED: readonly Kind[] = ['BEAT', 'PACK', 'KIT']

/** Any of the kinds; without one there would be nothing to find, hence all. */
export function KindToggles({ state: { kinds }, ...list }: Props) {
  const on = kinds.length ? kinds : SEARCHED
  return (
    <OptionChips
      {...list}
      label="Kinds"
      options={SEARCHED.map((kind) => {
        const next = toggled(on, kind)
        const kinds = next.length === SEARCHED.length ? [] : SEARCHED.filter((one) => next.includes(one))
        return { name: kindNames[kind], pressed: on.includes(kind), changed: { kinds } }
      })}
    />
  )
}

const BOARDS = ['featured', 'trending', 'popular', 'new'] as const

/** One of the boards, or all. */
export const BoardChips = ({ state: { flag }, ...list }: Props) => (
  <OptionChips
    {...list}
    label="Tag"
    options={[
      { name: 'All', pressed: flag === null, changed: { flag: null } },
      ...BOARDS.map((board) => ({
        name: flagNames[board],
        pressed: flag === board,
        changed: { flag: board },
      })),
    ]}
  />
)

export const GenreChips = ({ state: { styles }, ...list }: Props) => (
  <OptionChips
    {...list}
    label="Genre"
    wrap
    options={GENRES.map(({ slug, name, line }) => ({
      name,
      line,
      pressed: styles.includes(slug),
      changed: { styles: toggled(styles, slug) },
    }))}
  />
)

export const MoodChips = ({ state: { moods }, ...list }: Props) => (
  <OptionChips
    {...list}
    label="Mood"
    wrap
    options={MOODS.map((mood) => ({
      name: capital(mood),
      pressed: moods.includes(mood),
      changed: { moods: toggled(moods, mood) },
    }))}
  />
)
