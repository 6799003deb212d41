/** The rail and its filled part, in percent. SVG attributes, because a style attribute would break the content policy. */
export function RangeTrack({ from = 0, to }: { from?: number; to: number }) {
  return (
    <span className="pointer-events-none absolute inset-x-2 top-1/2 -translate-y-1/2">
      <svg width="100%" height="4" aria-hidden className="block overflow-visible">
        <rect x="-8" width="100%" height="4" rx="2" className="fill-rail" />
        <rect x="8" width="100%" height="4" rx="2" className="fill-rail" />
        <rect x={`${from}%`} width={`${to - from}%`} height="4" className="fill-ink forced-colors:fill-[Highlight]" />
      </svg>
    </span>
  )
}
