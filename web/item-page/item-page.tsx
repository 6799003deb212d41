import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '#web/router/hooks.ts'
import type { ItemDetail } from '#contract/item-detail.ts'
import { call } from '#web/api/call.ts'
import { useApiList } from '#web/api/use-api.ts'
import { Shelf } from '#web/items/shelf.tsx'
import { kinds } from '#web/items/kinds.ts'
import { Comments } from './comments.tsx'
import { Contents } from './contents.tsx'
import { Information } from './information.tsx'
import { ItemHead } from './item-head.tsx'
import { ItemMissing } from './item-missing.tsx'
import { MaybeUnlisted } from './maybe-unlisted.tsx'
import { Licensing } from './licensing.tsx'
import { itemQuery, moreBy, similarTo, withoutItself } from './queries.ts'

/** The screen for beats, packs and kits. */
export function Component() {
  const { slug = '' } = useParams()
  const item = useSuspenseQuery(itemQuery(call, slug)).data
  return item ? <ItemScreen key={item.id} item={item} /> : <MaybeUnlisted slug={slug} />
}

export const Failed = ({ error }: { error: unknown }) => <ItemMissing error={error} />

function ItemScreen({ item }: { item: ItemDetail }) {
  // optional lists: a list that fails is not shown
  const near = useApiList('GET /items/:id/similar', similarTo(item)).data?.items ?? []
  const more = withoutItself(useApiList('GET /items', moreBy(item)).data?.items ?? [], item)
  return (
    <div data-line={item.style?.line}>
      <ItemHead item={item} />
      <div className="wrap grid gap-x-10 gap-y-12 pt-8 lg:grid-cols-[240px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)]">
        {/* the most important part comes first, on a phone too */}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-12 lg:col-start-2">
          <Licensing item={item} />
          {item.kind !== 'BEAT' && <Contents item={item} />}
          <Comments item={item} />
        </div>
        <Information item={item} className="min-w-0 lg:col-start-1 lg:row-start-1" />
      </div>
      {near.length > 0 && <Shelf title={`Similar ${kinds[item.kind].many}`} items={near} />}
      {more.length > 0 && <Shelf title={`More by ${item.artistName}`} items={more} />}
    </div>
  )
}
