import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { fillGaps, withGaps, type Piece } from './kept.tsx'

/** A card takes about 10 KB with its key. */
const MOST_KEPT = 2_000
const kept = new Map<string, string>()

/**
 * Renders synchronously, since all data is loaded. It renders to a string, because streams would convert it to bytes
 * and back.
 */
export function writeMarkup(page: ReactElement) {
  const { markup, pieces } = withGaps(() => renderToString(page))
  try {
    return fillGaps(markup, (n) => markupOf(pieces[n]!))
  } catch {
    return renderToString(page) // a piece fails: React leaves only the group around it to the browser
  }
}

/** The piece that was used least lately goes first. */
function markupOf({ key, element }: Piece) {
  const markup = kept.get(key) ?? inOnePiece(renderToString(element))
  kept.delete(key)
  kept.set(key, markup)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return markup
}

/** React's string is a tree of hundreds of parts, which would be walked for each page. */
const inOnePiece = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text))
