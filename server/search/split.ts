const MOST_PARTS = 5
const MOST_WAYS = 3
const MOST_TRIED = 200

/** The ways to cut a word into words of the catalogue, with as few parts as possible: ghostcodes, ghost codes. */
export function waysToSplit(word: string, parts: string[]): string[][] {
  let ways: { at: number; terms: string[] }[] = [{ at: 0, terms: [] }]
  for (let count = 1; count <= MOST_PARTS && ways.length; count++) {
    ways = ways
      .flatMap(({ at, terms }) =>
        parts
          .filter((part) => word.startsWith(part, at))
          .map((part) => ({ at: at + part.length, terms: [...terms, part] })),
      )
      .slice(0, MOST_TRIED)
    const whole = ways.filter(({ at }) => at === word.length)
    if (whole.length)
      return whole
        .map(({ terms }) => terms)
        .toSorted((a, b) => shortest(b) - shortest(a))
        .slice(0, MOST_WAYS)
  }
  return []
}

const shortest = (terms: string[]) => Math.min(...terms.map(({ length }) => length))
