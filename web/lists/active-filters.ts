import { LICENSES } from '#contract/license-terms.ts'
import { STYLES } from '#contract/styles.ts'
import { musicKey } from '#web/items/format.ts'
import { writeList } from './list-address.ts'
import { ANY, bpmOf, isAny, startOf, type ListScreen, type ListState } from './list-state.ts'
import { capital, dollars, spanName } from './list-words.ts'

type Active = { name: string; remove: Partial<ListState> }

/** What narrows the list down, each with the change that takes it away. Kinds, boards and words show by themselves. */
export function activeFilters(screen: ListScreen, state: ListState): Active[] {
  const bpm = bpmOf(screen, state)
  const { key, license } = state
  return [
    ...state.styles.map((slug) => ({
      name: STYLES[slug] ?? slug,
      remove: { styles: state.styles.filter((other) => other !== slug) },
    })),
    ...(isAny(bpm) ? [] : [{ name: `${capital(spanName(bpm, String))} BPM`, remove: { bpm: ANY } }]),
    ...(state.halfTime ? [{ name: 'Half-time', remove: { halfTime: false } }] : []),
    ...(key
      ? [
          {
            name: `${musicKey(key)}${state.compatibleKeys ? ' and compatible' : ''}`,
            remove: { key: null, compatibleKeys: false },
          },
        ]
      : []),
    ...state.moods.map((mood) => ({
      name: capital(mood),
      remove: { moods: state.moods.filter((other) => other !== mood) },
    })),
    ...state.tags.map((tag) => ({ name: `#${tag}`, remove: { tags: state.tags.filter((other) => other !== tag) } })),
    ...(isAny(state.price) ? [] : [{ name: capital(spanName(state.price, dollars)), remove: { price: ANY } }]),
    ...(license ? [{ name: LICENSES[license].name, remove: { license: null } }] : []),
  ]
}

/** Back to what the screen begins with; words, kind, board and order stay. */
export function withoutFilters(screen: ListScreen, state: ListState): ListState {
  const { q, kinds, flag, sort } = state
  return { ...startOf(screen), q, kinds, flag, sort }
}

/** Whether anything was asked for that may leave nothing: words, a kind, a board, a filter. Any tempo leaves more. */
export function isNarrowed(screen: ListScreen, state: ListState) {
  const bpm = state.bpm && !isAny(state.bpm) ? state.bpm : null
  return writeList(screen, { ...state, bpm, sort: null, page: 0 }) !== screen.path
}
