import { MOODS } from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import { KINDS, kinds } from '#web/items/kinds.ts'
import { GENRES } from './genres.ts'
import { capital, flagNames } from './list-words.ts'
import { OptionChips } from './option-chips.tsx'
import { toggled } from './toggled.ts'
import type { List } from './use-list-state.ts'

type Props = Pick<List, 'state' | 'change' | 'address'>

/** In the specification's order. */
const CHIPS: readonly Kind[] = ['BEAT', 'KIT', 'PACK']

/** Chooses one kind, or all. */
export const KindChips = ({ state, ...list }: Props) => (
  <OptionChips
    {...list}
    label="Kind"
    options={[
      { name: 'All', pressed: state.kinds.length === 0, changed: { kinds: [] } },
      ...CHIPS.map((kind) => ({
        name: kinds[kind].names,
        pressed: state.kinds.length === 1 && state.kinds[0] === kind,
        changed: { kinds: [kind] },
      })),
    ]}
  />
)

/** Chooses several kinds: the first press leaves one, the next ones add. None means all, and so do all of them. */
export const KindToggles = ({ state, ...list }: Props) => (
  <OptionChips
    {...list}
    label="Kinds"
    options={KINDS.map((kind) => {
      const next = toggled(state.kinds, kind)
      const chosen = next.length === KINDS.length ? [] : KINDS.filter((one) => next.includes(one))
      return { name: kinds[kind].names, pressed: state.kinds.includes(kind), changed: { kinds: chosen } }
    })}
  />
)

const BOARDS = ['featured', 'trending', 'popular', 'new'] as const

/** Chooses one of the boards, or all. */
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

export const GenreChips = ({ state: { styles }, wrap = true, ...list }: Props & { wrap?: boolean }) => (
  <OptionChips
    {...list}
    label="Genre"
    wrap={wrap}
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
