import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Link } from '#web/link.tsx'
import { safeNext } from '#web/paths.ts'
import { idFrom, readStored, writeStored } from '#web/stored.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Megaphone, X } from '#web/ui/icons.ts'

const CLOSED = 'slide.closed-banner'
const LOOK_EVERY = 10 * 60_000

/** An announcement that the house shows on every page until a day. Its reader can close it. */
export default function HouseBanner() {
  const query = apiQuery(call, 'GET /announcements/banner', undefined)
  const { data } = useQuery({ ...query, staleTime: LOOK_EVERY, refetchInterval: LOOK_EVERY })
  const [closed, setClosed] = useState(() => idFrom(readStored(CLOSED)))
  const banner = data?.banner
  if (!banner || banner.id === closed) return null
  const { id, title, message, path } = banner
  const target = safeNext(path)
  const close = () => {
    writeStored(CLOSED, id)
    setClosed(id)
  }
  return (
    <aside aria-label="Announcement" className="border-b border-rail bg-curb">
      <div className="wrap flex items-start gap-3 py-2.5">
        <Icon of={Megaphone} size={17} className="mt-0.5 flex-none text-soft" />
        <p className="min-w-0 flex-1 text-sm wrap-anywhere whitespace-pre-line text-soft">
          <strong className="text-ink">{title}</strong> {message}{' '}
          {target && (
            <Link to={target} className="underline hover:text-ink">
              Read more<span className="sr-only">: {title}</span>
            </Link>
          )}
        </p>
        <IconButton label={`Close: ${title}`} className="-my-2 -mr-2 flex-none" onClick={close}>
          <Icon of={X} size={18} />
        </IconButton>
      </div>
    </aside>
  )
}
