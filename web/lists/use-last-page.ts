import { useEffect } from 'react'
import { useNavigate } from '#web/router/hooks.ts'

type Pages = { page: number; totalPages: number }

/** A list can shrink while it is shown, or an address can name a page past its end: both lead to its last page. */
export function useLastPage(list: Pages | undefined, addressOfPage: (page: number) => string) {
  const navigate = useNavigate()
  const last = list && Math.max(0, list.totalPages - 1)
  const to = list && last !== undefined && list.page > last ? addressOfPage(last) : null
  useEffect(() => {
    if (to !== null) void navigate(to, { replace: true, preventScrollReset: true })
  }, [navigate, to])
}
