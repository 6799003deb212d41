import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Item, Kind } from '#contract/item.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useApiList } from '#web/api/use-api.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { CardGrid, CardGridSkeleton } from '#web/lists/card-grid.tsx'
import { listResultOf } from '#web/lists/list-result.ts'
import { RowList, RowListSkeleton } from '#web/lists/row-list.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Paged } from './paged.tsx'
import { Pinned } from './pinned.tsx'
import type { Whose } from './profile-head.tsx'
import { sortNames, sortsOf, writeProfile, type ProfileState } from './profile-address.ts'
import { itemsInput, itemsRoute, leadsWithPins, PAGE_SIZE } from './queries.ts'

type Props = Whose & { kind: Kind; state: ProfileState }

/** A page of what a person sells of one kind. */
export function ProfileItems({ profile, own, id, kind, state }: Props) {
  const { many, names } = kinds[kind]
  const asked = useApiList(itemsRoute(kind, state.sort), itemsInput(profile.id, kind, state))
  const result = listResultOf<Item>(asked)
  const { pinned, hasFailed, again } = usePinned(profile.id, kind, state)
  const list = (
    <Paged
      label={names}
      result={result}
      page={state.page}
      size={PAGE_SIZE}
      noun={many}
      to={(page) => writeProfile(id, { ...state, page })}
      skeleton={kind === 'BEAT' ? <RowListSkeleton /> : <CardGridSkeleton wide />}
      failed={
        <EmptyState
          action={<Button onClick={result.retry}>Try again</Button>}
        >{`Couldn’t load ${many} page.`}</EmptyState>
      }
      empty={pinned?.length === 0 && <Empty kind={kind} state={state} own={own} id={id} />}
    >
      {(items, first) =>
        kind === 'BEAT' ? (
          <RowList items={items} firstRank={first} tags={3} facts label={names} />
        ) : (
          <CardGrid items={items} wide />
        )
      }
    </Paged>
  )
  if (state.page > 0) return list
  return (
    <>
      {hasFailed && (
        <Failed again={again} className="mb-6">
          Couldn’t load what is pinned.
        </Failed>
      )}
      {pinned && pinned.length > 0 && <Pinned items={pinned} by={profile.displayName} />}
      {list}
    </>
  )
}

const NONE: Item[] = []

/** Undefined until they are known: the list leaves them out, so it may be empty without them. */
function usePinned(id: number, kind: Kind, { sort }: ProfileState) {
  const leads = leadsWithPins(kind, sort)
  const asked = useQuery({ ...apiQuery(call, 'GET /users/:id/pinned', { params: { id } }), enabled: leads })
  const { data, isError, refetch } = asked
  const hasFailed = !import.meta.env.SSR && leads && isError && !data // the browser asks again
  return { pinned: leads ? data?.items : NONE, hasFailed, again: refetch }
}

/** One's own empty shelf leads on: to the upload, or to what others sell. */
function Empty({ kind, state, own, id }: Pick<Props, 'kind' | 'state' | 'own' | 'id'>) {
  const { one, many } = kinds[kind]
  if (state.sort !== 'all' && state.sort !== 'new')
    return (
      <EmptyState action={<Shown to={writeProfile(id, { tab: state.tab })}>Show all</Shown>}>
        {`No ${many} under ${sortNames[state.sort]}.`}
      </EmptyState>
    )
  return (
    <EmptyState
      action={
        own && (
          <div className="flex flex-wrap gap-2">
            <Shown to={paths.upload(kind)}>Upload a {one}</Shown>
            <Shown to={paths.browse({ type: many })}>Find {many}</Shown>
          </div>
        )
      }
    >
      {`No ${many} uploaded yet`}
    </EmptyState>
  )
}

const Shown = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonClass({ look: 'rail', size: 36 }, 'max-md:h-11')}>
    {children}
  </Link>
)

/** The sorts of a kind, in a native select. */
export function sortOptions(kind: Kind) {
  return sortsOf(kind).map((sort) => (
    <option key={sort} value={sort}>
      {sortNames[sort]}
    </option>
  ))
}
