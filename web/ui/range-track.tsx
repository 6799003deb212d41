/** The rail and its filled part, in percent. SVG attributes, because a style attribute would break the content policy. */
export function RangeTrack({ from, to }: { from?: number; to: number }) {
  return (
    <span className="pointer-events-none absolute inset-x-2 top-1/2 -translate-y-1/2">
      <svg width="100%" height="4" aria-hidden className="block overflow-visible">
        <rect x="-8" width="100%" height="4" rx="2" className="fill-rail" />
        <rect x="8" width="100%" height="4" rx="2" className="fill-rail" />
        <g className="fill-ink forced-colors:fill-[Highlight]">
          {from === undefined && <rect x="-8" width="16" height="4" rx="2" />}
          <rect x={`${from ?? 0}%`} width={`${to - (from ?? 0)}%`} height="4" />
        </g>
      </svg>
    </span>
  )
}
