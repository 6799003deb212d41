/** Reduces peaks to fewer bars. Each bar is as loud as the loudest peak in its part. */
export function resample(peaks: Buffer, bars: number): Buffer {
  if (bars >= peaks.length) return peaks
  const edge = (bar: number) => (bar * peaks.length) / bars // divides last, so that whole numbers stay exact
  return Buffer.from(
    Array.from({ length: bars }, (_, bar) =>
      Math.max(...peaks.subarray(Math.floor(edge(bar)), Math.ceil(edge(bar + 1)))),
    ),
  )
}
