import { Fragment } from 'react'
import type { Item } from '#contract/item.ts'
import { kept } from '#web/kept-markup/kept.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { ItemPlayButton } from '#web/player/item-play-button.tsx'
import { BoardBadge } from '#web/ui/board-badge.tsx'
import { CardFrame } from '#web/ui/card-frame.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { TagList } from '#web/ui/tag.tsx'
import { Artist } from './artist.tsx'
import { BuyButton } from './buy-button.tsx'
import { CommentsLink } from './comments-link.tsx'
import { coverFolder } from './cover-folder.ts'
import { ItemMenu } from './item-menu.tsx'
import { ItemTitle } from './item-title.tsx'
import { LikeButton } from './like-button.tsx'
import { badgeOf, metaLine } from './meta-line.ts'
import { kinds } from './kinds.ts'

type Props = {
  item: Item
  /** The list that plays on after this item. */
  list: Item[]
  /** True for cards on the first screen: their covers load at once. */
  eager?: boolean
  className?: string
}

/** The card for beats, packs and kits. */
export const ItemCard = (props: Props) => (props.eager ? <Card {...props} /> : <KeptCard {...props} />)

const KeptCard = kept(Card, ({ item, className }) => [item, className])

function Card({ item, list, eager = false, className }: Props) {
  const badge = badgeOf(item)
  return (
    <CardFrame
      kind={kinds[item.kind].one}
      line={item.style?.line ?? 'uk'}
      className={className ?? ''}
      cover={
        <Cover
          src={coverFolder(item.coverUrl ?? '')}
          size={260}
          eager={eager}
          sizes="(min-width: 769px) 18vw, 218px"
          className="w-full"
        />
      }
      badges={
        <>
          {item.style && (
            <LineCode line={item.style.line} className="text-[15px] cut-out">
              {item.style.code}
            </LineCode>
          )}
          {badge && <BoardBadge>{badge}</BoardBadge>}
        </>
      }
      play={<ItemPlayButton item={item} list={list} className="shadow-pop" />}
    >
      <div className="mt-2.5 flex items-center">
        <h3 className="min-w-0 flex-1 text-[16px] leading-6 font-bold">
          <Link to={paths.item(item)} title={item.title} className="block truncate hover:underline">
            <ItemTitle title={item.title} />
          </Link>
        </h3>
        <ItemMenu item={item} className="-my-2.5 -mr-2 max-md:size-11" />
      </div>
      <Artist item={item} />
      <p className="num mt-1.5 truncate text-[13px] text-dim">
        {metaLine(item).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && <span className="px-1.5 text-edge">/</span>}
            {part}
          </Fragment>
        ))}
      </p>
      <TagList tags={item.tags} max={3} className="mt-2" />
      <div className="num mt-auto flex flex-wrap items-center gap-x-3 pt-3 text-[13px] text-soft">
        <BuyButton item={item} size={36} className="mr-auto" />
        <LikeButton item={item} />
        <CommentsLink item={item} />
      </div>
    </CardFrame>
  )
}
