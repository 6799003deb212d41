import { Suspense, type ReactNode } from 'react'

const GROUP = 5

/** A long list that React hydrates group by group: all at once it would hold up a slow phone. */
export function InGroups<T>({ of, each }: { of: readonly T[]; each: (one: T, index: number) => ReactNode }) {
  const starts = Array.from({ length: Math.ceil(of.length / GROUP) }, (_, nth) => nth * GROUP)
  return starts.map((start) => (
    <Suspense key={start}>{of.slice(start, start + GROUP).map((one, nth) => each(one, start + nth))}</Suspense>
  ))
}
