/** Seven places: all pages if they fit, else the first, the last, the neighbours, and gaps. Zero-based. */
export function pagesToShow(page: number, total: number): (number | 'gap')[] {
  const last = total - 1
  if (total <= 7) return range(0, last)
  if (page <= 3) return [...range(0, 4), 'gap', last]
  if (page >= last - 3) return [0, 'gap', ...range(last - 4, last)]
  return [0, 'gap', page - 1, page, page + 1, 'gap', last]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
