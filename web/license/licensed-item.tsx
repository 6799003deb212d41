import type { SoldLicense } from '#contract/license-papers.ts'
import { STYLES } from '#contract/styles.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration, musicKey } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { LineCode } from '#web/ui/line-code.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'

/** The licensed work, by the title that it had when it was sold. */
export const LicensedItem = ({ license: { item, seller } }: { license: SoldLicense }) => (
  <div className="flex items-end gap-5.5">
    <div className={cx('flex-none', kinds[item.kind].silhouette)}>
      <Cover src={coverFolder(item.coverUrl ?? '')} size={132} eager className="size-29 rounded-sm md:size-33" />
    </div>
    <div className="min-w-0">
      <p className="flex items-center gap-2.5 text-soft">
        {item.style && (
          <LineCode line={item.style.line} className="text-[20px]">
            {item.style.code}
          </LineCode>
        )}
        {[item.style && STYLES[item.style.slug], kinds[item.kind].one].filter(Boolean).join(' ')}
      </p>
      <h2 className="disp mt-2 text-[34px] wrap-anywhere md:text-[52px]">
        {item.slug === null ? (
          item.title
        ) : (
          <Link to={paths.item({ kind: item.kind, slug: item.slug })} className="hover:underline">
            {item.title}
          </Link>
        )}
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link to={paths.profile(seller.id)} className="truncate leading-9 font-bold hover:underline">
            {seller.displayName}
          </Link>
          {seller.plan !== 'free' && <PlanSeal plan={seller.plan} />}
        </p>
        <p className="num text-dim">{factsOf(item).join(' / ')}</p>
      </div>
    </div>
  </div>
)

const factsOf = ({ kind, bpm, key, trackCount, durationInSeconds }: SoldLicense['item']) =>
  [
    kind === 'PACK' ? `${trackCount} ${trackCount === 1 ? 'track' : 'tracks'}` : bpm && `${bpm} BPM`,
    key && musicKey(key),
    duration(durationInSeconds),
  ].filter(Boolean)
