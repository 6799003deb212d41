import type { OwnItem } from '#contract/studio-fields.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration, musicKey } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Cover } from '#web/ui/cover.tsx'
import { LineCode } from '#web/ui/line-code.tsx'

/** The facts that fit below the title. */
function factsOf({ kind, bpm, bpmMin, bpmMax, key, type, trackCount, durationInSeconds }: OwnItem) {
  if (kind === 'PACK') return `Pack / ${trackCount} ${trackCount === 1 ? 'track' : 'tracks'}`
  const tempo = bpm ?? (bpmMin && bpmMax ? `${bpmMin} to ${bpmMax}` : null)
  const parts = [
    kind === 'KIT' && (type ?? 'Kit'),
    kind === 'KIT' && trackCount > 0 && `${trackCount} ${trackCount === 1 ? 'file' : 'files'}`,
    tempo && `${tempo} BPM`,
    key && musicKey(key),
    kind === 'BEAT' && duration(durationInSeconds),
  ]
  return parts.filter(Boolean).join(' / ')
}

/** The cover of an own item. */
export const OwnCover = ({ item: { kind, coverUrl, style }, size }: { item: OwnItem; size: 44 | 60 }) => (
  <span data-line={style?.line} className={`flex-none ${kinds[kind].silhouette}`}>
    <Cover src={coverUrl ? coverFolder(coverUrl) : ''} size={size} className={size === 44 ? 'size-11' : 'size-15'} />
  </span>
)

export const OwnFacts = ({ item }: { item: OwnItem }) => (
  <p className="num mt-0.5 flex items-center gap-1.5 text-[13px] whitespace-nowrap text-dim">
    {item.style && (
      <LineCode line={item.style.line} className="text-[12px]">
        {item.style.code}
      </LineCode>
    )}
    <span className="truncate">{factsOf(item)}</span>
  </p>
)
