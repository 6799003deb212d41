import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { shortDay } from '#web/ui/short-day.ts'

/** Earnings that are no part of the balance yet, from beats, packs and kits alike. */
export function PendingMoney() {
  const { data } = useQuery(apiQuery(call, 'GET /me/payouts/summary', undefined))
  if (!data || data.pending <= 0 || data.clearsAt === null) return null
  return (
    <p className="num mt-4 text-[13px] text-dim">
      In all, {price(data.pending)} is pending until {shortDay(data.clearsAt)}.{' '}
      <Link to={paths.account('payouts')} className="text-soft underline hover:text-ink">
        Payouts
      </Link>
    </p>
  )
}
