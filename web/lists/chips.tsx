import { MOODS } from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import { GENRES } from './genres.ts'
import { capital, flagNames, kindNames } from './list-words.ts'
import { OptionChips } from './option-chips.tsx'
import { toggled } from './toggled.ts'
import type { List } from './use-list-state.ts'

type Props = Pick<List, 'state' | 'change'>

const KINDS: readonly Kind[] = ['BEAT', 'KIT', 'PACK']

/** One kind, or all. */
export const KindChips = ({ state: { kinds }, change }: Props) => (
  <OptionChips
    label="Kind"
    options={[
      { name: 'All', pressed: kinds.length === 0, press: () => change({ kinds: [] }) },
      ...KINDS.map((kind) => ({
        name: kindNames[kind],
        pressed: kinds.length === 1 && kinds[0] === kind,
        press: () => change({ kinds: [kind] }),
      })),
    ]}
  />
)

const SEARCHED: readonly Kind[] = ['BEAT', 'PACK', 'KIT']

/** Any of the kinds; without one there would be nothing to find, hence all. */
export function KindToggles({ state: { kinds }, change }: Props) {
  const on = kinds.length ? kinds : SEARCHED
  return (
    <OptionChips
      label="Kinds"
      options={SEARCHED.map((kind) => ({
        name: kindNames[kind],
        pressed: on.includes(kind),
        press: () => {
          const next = toggled(on, kind)
          change({ kinds: next.length === SEARCHED.length ? [] : SEARCHED.filter((one) => next.includes(one)) })
        },
      }))}
    />
  )
}

const BOARDS = ['featured', 'trending', 'popular', 'new'] as const

/** One of the boards, or all. */
export const BoardChips = ({ state: { flag }, change }: Props) => (
  <OptionChips
    label="Tag"
    options={[
      { name: 'All', pressed: flag === null, press: () => change({ flag: null }) },
      ...BOARDS.map((board) => ({
        name: flagNames[board],
        pressed: flag === board,
        press: () => change({ flag: board }),
      })),
    ]}
  />
)

export const GenreChips = ({ state: { styles }, change }: Props) => (
  <OptionChips
    label="Genre"
    wrap
    options={GENRES.map(({ slug, name, line }) => ({
      name,
      line,
      pressed: styles.includes(slug),
      press: () => change({ styles: toggled(styles, slug) }),
    }))}
  />
)

export const MoodChips = ({ state: { moods }, change }: Props) => (
  <OptionChips
    label="Mood"
    wrap
    options={MOODS.map((mood) => ({
      name: capital(mood),
      pressed: moods.includes(mood),
      press: () => change({ moods: toggled(moods, mood) }),
    }))}
  />
)
