import { useQuery } from '@tanstack/react-query'
import { LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import type { License } from '#contract/licenses.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { licenseLine, type Buyable, type CartLine } from '#web/cart/lines.ts'
import { useSession } from '#web/session/session.ts'

/** The visitor's highest license of an item. */
export function useBestOwned(id: number) {
  const isGuest = useSession(({ auth }) => !auth)
  const { data } = useQuery({ ...apiQuery(call, 'GET /library', { query: { item: id } }), enabled: !isGuest })
  const owned = (data?.items ?? []).filter(({ state }) => state === 'owned' && !isGuest)
  return owned.toSorted((one, other) => rank(other.licenseType) - rank(one.licenseType))[0]
}

/** Makes the cart line of a license. Nobody pays twice for a lower one that they own. */
export function useLicenseLine(item: Buyable) {
  const owned = useBestOwned(item.id)
  return (license: License): CartLine => {
    const line = licenseLine(item, license)
    const isUpgrade = owned && rank(license.type) > rank(owned.licenseType)
    return isUpgrade ? { ...line, upgradeOf: owned.purchaseId } : line
  }
}

const rank = (type: LicenseType | null) => (type ? LICENSE_TYPES.indexOf(type) : 0)
