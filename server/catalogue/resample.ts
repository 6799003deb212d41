/** Fewer bars, each as loud as the loudest that it stands for; never more than there are. */
export function resample(peaks: Buffer, bars: number): Buffer {
  if (bars >= peaks.length) return peaks
  const size = peaks.length / bars
  return Buffer.from(
    Array.from({ length: bars }, (_, bar) =>
      Math.max(...peaks.subarray(Math.floor(bar * size), Math.ceil((bar + 1) * size))),
    ),
  )
}
