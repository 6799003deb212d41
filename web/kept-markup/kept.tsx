import { createElement, type ComponentType, type ReactElement } from 'react'

/** A piece of a page. Pieces with the same key have the same markup. */
export type Piece = { key: string; element: ReactElement }

/** Those of the page that is being written. */
let pieces: Piece[] | undefined
let components = 0

/**
 * A component of which the server keeps the markup: hundreds of cards show the same items, and React takes most of a
 * page's time. `shows` names all that its markup depends on. It has no eager picture, since React would put the preload
 * of that before the piece; and no `useId`.
 */
export function kept<Props extends object>(Shown: ComponentType<Props>, shows: (props: Props) => unknown) {
  if (!import.meta.env.SSR) return Shown
  const component = ++components
  return function Kept(props: Props) {
    const shown = <Shown {...props} />
    if (!pieces) return shown
    const n = pieces.push({ key: `${component}${JSON.stringify(shows(props))}`, element: shown }) - 1
    return createElement('kept-piece', { n })
  }
}

/** Writes a page with gaps, and gives the pieces that belong there. */
export function withGaps(write: () => string) {
  const found: Piece[] = []
  pieces = found
  try {
    return { markup: write(), pieces: found }
  } finally {
    pieces = undefined
  }
}

const GAP = '<kept-piece n="'
const GAP_END = '"></kept-piece>'

/** React escapes the texts of people, so no text can look like a gap. */
export function fillGaps(markup: string, piece: (n: number) => string) {
  const [first = '', ...rest] = markup.split(GAP)
  const filled = rest.flatMap((part) => {
    const end = part.indexOf(GAP_END)
    return [piece(Number(part.slice(0, end))), part.slice(end + GAP_END.length)]
  })
  return [first, ...filled].join('') // in one piece, while + would leave that work to each later reader
}
