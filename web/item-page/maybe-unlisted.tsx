import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Loaded } from '#web/on-demand/loaded.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { useSession } from '#web/session/session.ts'
import { ItemMissing } from './item-missing.tsx'
import { SLUG } from './queries.ts'

const unlisted = onDemand(() => import('./unlisted.tsx')) // few people ever see one

/** Nobody else learns that the item exists: the page itself is the same for all, and only its owner and admins get more. */
export function MaybeUnlisted({ slug }: { slug: string }) {
  const account = useSession((session) => session.auth?.userId)
  const signedIn = account !== undefined
  const { queryKey, queryFn } = apiQuery(call, 'GET /items/by-slug/:slug/unlisted', { params: { slug } })
  const { data, error, isLoading } = useQuery({
    queryKey: [...queryKey, account], // the next account sees nothing of it
    queryFn,
    enabled: signedIn && SLUG.test(slug),
    retry: false,
    gcTime: 0, // signed addresses live ten minutes
  })
  if (data?.item) return <Loaded code={unlisted} item={data.item} />
  if (isLoading)
    return (
      <p role="status" className="wrap py-16 text-lg text-soft">
        Looking for that track…
      </p>
    )
  // until the session is known, a person who may see the item is not told that it is missing
  return (
    <div className={signedIn ? undefined : 'only-signed-out'}>
      <ItemMissing error={error} />
    </div>
  )
}
