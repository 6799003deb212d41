import { useQuery } from '@tanstack/react-query'
import { LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import type { ItemDetail } from '#contract/item-detail.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'

/** Leads owners to their files. It stands beside a heading, so that nothing moves when it comes. */
export function OwnedLink({ item: { id } }: { item: ItemDetail }) {
  const account = useSession(({ auth }) => auth?.userId)
  return account !== undefined && <LinkOf key={account} id={id} />
}

function LinkOf({ id }: { id: number }) {
  const { data } = useQuery(apiQuery(call, 'GET /library', { query: { item: id } }))
  const owned = (data?.items ?? []).filter(({ state }) => state === 'owned')
  const [best] = owned.toSorted((one, other) => rank(other) - rank(one))
  if (!best) return null
  return (
    <Link
      to={paths.library({ item: String(best.purchaseId) })}
      className="pb-1 text-right text-sm underline underline-offset-3"
    >
      {best.licenseName ? `In your library: ${best.licenseName}` : 'In your library'}
    </Link>
  )
}

const rank = ({ licenseType }: { licenseType: LicenseType | null }) =>
  licenseType ? LICENSE_TYPES.indexOf(licenseType) : 0
