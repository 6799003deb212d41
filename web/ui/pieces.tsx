import { Suspense, type ReactNode } from 'react'

const PIECE = 5

/** A long list that comes to life piece by piece: in one go it would hold up a slow phone. */
export function Pieces<T>({ of, each }: { of: readonly T[]; each: (one: T, index: number) => ReactNode }) {
  const starts = Array.from({ length: Math.ceil(of.length / PIECE) }, (_, nth) => nth * PIECE)
  return starts.map((start) => (
    <Suspense key={start}>{of.slice(start, start + PIECE).map((one, nth) => each(one, start + nth))}</Suspense>
  ))
}
