import type { Item } from '#contract/item.ts'
import { kept } from '#web/kept-markup/kept.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useIsCurrent } from '#web/player/item-play-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { RowFrame, RowParts } from '#web/ui/row-frame.tsx'
import { TagList } from '#web/ui/tag.tsx'
import { Artist } from './artist.tsx'
import { BuyButton } from './buy-button.tsx'
import { CommentsLink } from './comments-link.tsx'
import { CoverButton } from './cover-button.tsx'
import { ItemFacts } from './item-facts.tsx'
import { ItemMenu } from './item-menu.tsx'
import { ItemTitle } from './item-title.tsx'
import { ItemWave } from './item-wave.tsx'
import { LikeButton } from './like-button.tsx'
import { PromotedMark } from './promoted-mark.tsx'

type PartsProps = {
  item: Item
  list: Item[]
  tags?: number | undefined
  /** The facts of the item below its title, on a page where all items are of one producer. */
  facts?: boolean | undefined
  /** Whether the row is in a chart. */
  charts?: boolean | undefined
}

type Props = PartsProps & {
  /** Null: a promoted row among ranked ones. */
  rank: number | null
  /** Its number in the list, where a promoted row takes none from the others. */
  value?: number
  marks?: object
}

/** One ranked row. The cover is the play button. `tags` is the number of tags on wide screens. */
export const ItemRow = ({ rank, value, marks, ...parts }: Props) => (
  <RowFrame
    line={parts.item.style?.line ?? 'uk'}
    current={useIsCurrent(parts.item)}
    rank={rank}
    value={value}
    marks={marks}
  >
    <KeptParts {...parts} />
  </RowFrame>
)

const KeptParts = kept(Parts, ({ item, tags, facts }) => [item, tags, facts])

function Parts({ item, list, tags, facts, charts }: PartsProps) {
  return (
    <RowParts
      cover={
        <CoverButton
          item={item}
          list={list}
          source={charts ? `charts:${item.id}` : undefined}
          size={52}
          className="size-13"
        />
      }
      tags={tags && <TagList tags={item.tags} max={tags} className="justify-end" />}
      wave={item.wave && <ItemWave item={item} wave={item.wave} className="h-7.5 w-full" />}
      actions={
        <>
          <LikeButton
            item={item}
            size={15}
            className={cx(
              'text-soft max-md:w-9 max-md:flex-col max-md:justify-center max-md:gap-0 max-md:text-[11px] md:mr-2 md:min-w-11 md:text-[13px]',
              facts && 'max-md:hidden', // the title and the facts need the room
            )}
          />
          {tags && <CommentsLink item={item} className="num mr-2 min-w-8 text-[13px] text-soft max-lg:hidden" />}
          <BuyButton item={item} size={36} className="max-md:px-2" />
          <ItemMenu item={item} className="-mr-2 max-md:h-11 max-md:w-8" />
        </>
      }
    >
      <Link
        to={paths.item(item)}
        title={item.title}
        className="block truncate text-[15.5px] leading-6 font-bold hover:underline"
      >
        <ItemTitle title={item.title} />
      </Link>
      {facts ? (
        <ItemFacts item={item} />
      ) : (
        <div className="flex min-w-0 gap-x-2 max-md:flex-col md:items-center">
          <Artist item={item} withCode />
          <PromotedMark item={item} className="self-start md:self-auto" />
        </div>
      )}
    </RowParts>
  )
}
