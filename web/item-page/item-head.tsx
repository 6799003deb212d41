import { ListPlus, MessageSquare } from '#web/ui/icons.ts'
import type { ItemDetail } from '#contract/item-detail.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { exactly } from '#web/items/format.ts'
import { ItemMenu } from '#web/items/item-menu.tsx'
import { LikeButton } from '#web/items/like-button.tsx'
import { Link } from '#web/link.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { paths } from '#web/paths.ts'
import { ItemPlayButton } from '#web/player/item-play-button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import type { PlayButtonProps } from '#web/ui/play-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { kinds } from '#web/items/kinds.ts'
import { BackLink } from './back-link.tsx'
import { ContentsPlayButton } from './contents-play-button.tsx'
import type { Packed } from './play-contents.ts'
import { ItemWave } from './item-wave.tsx'
import { useCommentTotal } from './use-comments.ts'

/** Title, cover and sound of the item. */
export const ItemHead = ({ item }: { item: ItemDetail }) => (
  <div className="border-b border-rail/60 bg-curb pb-6">
    <div className="wrap pt-3">
      <BackLink kind={item.kind} />
      <div className="mt-2 grid gap-x-10 gap-y-4 md:grid-cols-[220px_minmax(0,1fr)] md:items-end lg:grid-cols-[240px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)]">
        <CoverWithPlay item={item} />
        <div className="min-w-0">
          <WhatItIs item={item} />
          <h1
            className={cx(
              'disp mt-3 wrap-break-word',
              item.title.length > 24 ? 'text-[38px] md:text-[60px]' : 'text-[50px] md:text-[72px] lg:text-[88px]',
            )}
          >
            {item.title}
          </h1>
          <Doings item={item} />
          <ItemWave item={item} />
        </div>
      </div>
    </div>
  </div>
)

/** The style leads to its page. */
function WhatItIs({ item }: { item: ItemDetail }) {
  const className = 'flex items-center gap-2.5 text-soft'
  if (!item.style) return <p className={className}>{whatItIs(item)}</p>
  return (
    <Link
      to={paths.style(item.style.slug)}
      className={cx(className, 'w-fit max-md:min-h-11 hover:text-ink hover:underline')}
    >
      <LineCode line={item.style.line} className="text-[20px]">
        {item.style.code}
      </LineCode>
      {whatItIs(item)}
    </Link>
  )
}

/** UK Drill beat; of a kit its type. */
function whatItIs({ kind, style, genre, type }: ItemDetail) {
  if (kind === 'KIT' && type) return type
  const words = style?.slug
    .split('-')
    .map((word) => (word.length > 2 ? word[0]!.toUpperCase() + word.slice(1) : word.toUpperCase()))
  return `${words?.join(' ') ?? genre} ${kinds[kind].one}`.trim()
}

const CoverWithPlay = ({ item }: { item: ItemDetail }) => (
  <div className="relative">
    <div className={cx(kinds[item.kind].silhouette, item.kind !== 'KIT' && '*:rounded-sm')}>
      <Cover
        src={coverFolder(item.coverUrl ?? '')}
        size={300}
        sizes="(min-width: 769px) 300px, 100vw"
        eager
        className="w-full max-md:aspect-8/5 max-md:max-h-72"
      />
    </div>
    <PlayItem item={item} size={64} className="absolute right-4 bottom-4 z-2 shadow-pop" />
  </div>
)

type PlayProps = Pick<PlayButtonProps, 'size' | 'className'> & { item: ItemDetail }

const PlayItem = ({ item, ...props }: PlayProps) =>
  isPacked(item) ? (
    <ContentsPlayButton item={item} {...props} />
  ) : (
    <ItemPlayButton item={item} list={[item]} {...props} />
  )

const isPacked = (item: ItemDetail): item is Packed => item.kind !== 'BEAT'

const playlist = onDemand(() => import('#web/items/add-to-playlist.ts'))

function Doings({ item }: { item: ItemDetail }) {
  const { artistName, ownerId, ownerPlan } = item
  return (
    <div className="mt-4 mb-5 flex flex-wrap items-center gap-x-6 font-semibold text-soft">
      <p className="flex min-w-0 items-center gap-2 text-[17px]">
        <Link to={paths.profile(ownerId)} className="truncate leading-9 font-bold text-ink hover:underline">
          {artistName}
        </Link>
        {ownerPlan !== 'free' && <PlanSeal plan={ownerPlan} className="size-4.5" />}
      </p>
      <div className="flex items-center gap-6">
        <LikeButton
          item={item}
          size={19}
          format={exactly}
          failure="Couldn't update like"
          className="h-11 gap-2 text-[15px]"
        />
        <Link to="#comments" className="num flex h-11 items-center gap-2 hover:text-ink">
          <Icon of={MessageSquare} size={18} />
          {exactly(useCommentTotal(item))}
          <span className="sr-only"> comments</span>
        </Link>
        <button
          type="button"
          onClick={() => playlist.use(({ addItemToPlaylist }) => void addItemToPlaylist(item))}
          className="flex h-11 items-center gap-2 hover:text-ink"
        >
          <Icon of={ListPlus} size={19} />
          Add<span className="sr-only"> to playlist</span>
        </button>
        <ItemMenu item={item} className="-ml-2 size-11" />
      </div>
    </div>
  )
}
