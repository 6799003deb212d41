import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OwnItem } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { count, exactly } from '#web/items/format.ts'
import { KINDS, kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { useTurning } from '#web/lists/use-turning.ts'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { canBePicked, factOf, toggled, type Picked } from './picks.ts'
import { usePromosAddress } from './use-promos-address.ts'

const AT_ONCE = 50

type Props = { picks: readonly Picked[]; onPick: (picks: readonly Picked[]) => void }

/** The seller's items on sale, 50 a page. What is picked stays picked on other pages and among other kinds. */
export function Picker({ picks, onPick }: Props) {
  const { state, address, change } = usePromosAddress()
  const { kind, page } = state
  const { many } = kinds[kind]
  const list = useQuery({
    ...apiQuery(call, `GET /me/${many}`, { query: { status: 'published', page, limit: AT_ONCE } }),
    placeholderData: keepPreviousData,
  })
  const { top, turn } = useTurning<HTMLFieldSetElement>(page)
  const data = list.data?.items.every((item) => item.kind === kind) ? list.data : undefined
  useLastPage(list.isPlaceholderData ? undefined : data, (last) => address({ page: last }))
  return (
    <>
      <div role="group" aria-label="Kind" className="flex flex-wrap gap-2">
        {KINDS.map((one) => (
          <Chip key={one} pressed={one === kind} onPress={() => change({ kind: one })}>
            {kinds[one].names}
          </Chip>
        ))}
      </div>
      <fieldset ref={top} tabIndex={-1} className="mt-5 min-w-0 scroll-mt-20 outline-none md:mt-9">
        <legend className="sr-only">Select {many}</legend>
        <div className="mb-4 flex items-baseline justify-between gap-4">
          <h3 className="text-soft">Select {many}</h3>
          <p role="status" className="num text-[14px] text-dim">
            {exactly(picks.length)} selected
          </p>
        </div>
        {list.isError && !data && <Failed again={list.refetch}>Failed to load your items.</Failed>}
        {!data && !list.isError && (
          <div role="status" aria-busy aria-label={`Loading your ${many}`}>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <RowSkeleton key={row} />
            ))}
          </div>
        )}
        {data && data.totalItems === 0 && (
          <EmptyState>
            No items yet.{' '}
            <Link to={paths.upload(kind)} className="text-ink underline underline-offset-3">
              Upload the first one
            </Link>
          </EmptyState>
        )}
        {data && data.items.length > 0 && (
          <>
            <ul aria-label={`Your ${many}`} className="border-t border-rail/60">
              {data.items.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  isPicked={picks.some(({ id }) => id === item.id)}
                  onToggle={() => onPick(toggled(picks, item))}
                />
              ))}
            </ul>
            <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
              <p className="num text-dim">
                {exactly(data.page * AT_ONCE + 1)} to {exactly(data.page * AT_ONCE + data.items.length)} of{' '}
                {exactly(data.totalItems)} {data.totalItems === 1 ? kinds[kind].one : many} in the store
              </p>
              <Pager
                label={`Pages of ${many}`}
                page={data.page}
                total={data.totalPages}
                link={(to, props) => <Link {...props} to={address({ page: to })} preventScrollReset onClick={turn} />}
              />
            </div>
          </>
        )}
      </fieldset>
    </>
  )
}

type RowProps = { item: OwnItem; isPicked: boolean; onToggle: () => void }

function Row({ item, isPicked, onToggle }: RowProps) {
  const { kind, title, coverUrl, style, plays, likes } = item
  const isFree = canBePicked(item)
  return (
    <li className="border-b border-rail/60">
      <Checkbox
        checked={isPicked}
        disabled={!isFree}
        onChange={onToggle}
        className="-mx-3 flex! min-h-16 items-center! gap-3! px-3 py-1.5 has-checked:bg-wall has-enabled:hover:bg-curb has-checked:hover:bg-wall! md:gap-3.5!"
      >
        <span className={cx('flex-none', kinds[kind].silhouette)}>
          <Cover src={coverUrl ? coverFolder(coverUrl) : ''} size={44} className="size-11 rounded-xs" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block truncate font-bold', !isFree && 'text-dim')}>{title}</span>
          <span className="num flex items-center gap-1.5 text-[13px] text-dim">
            {style && (
              <LineCode line={style.line} className="text-[11px]">
                {style.code}
              </LineCode>
            )}
            <span className="truncate">{factOf(item)}</span>
          </span>
        </span>
        <Figure value={plays} name={plays === 1 ? 'play' : 'plays'} isDim={!isFree} />
        <Figure value={likes} name={likes === 1 ? 'like' : 'likes'} isDim={!isFree} />
      </Checkbox>
    </li>
  )
}

const Figure = ({ value, name, isDim }: { value: number; name: string; isDim: boolean }) => (
  <span className="num min-w-19 text-right text-[13px] text-soft max-md:hidden">
    <b className={cx('block text-[15px]', isDim ? 'text-dim' : 'text-ink')}>{count(value)}</b>
    {name}
  </span>
)
