import { Bell as BellSign } from '#web/ui/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { Link } from '#web/link.tsx'
import { subscribe } from '#web/live/live.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { useOnDemand } from '#web/on-demand/use-on-demand.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useUnread } from './deleted.ts'

/**
 * The bell in the header with the number of unread notices. On a phone it leads to the inbox. The dropdown's code loads
 * with the first press.
 */
export function Bell() {
  const [counted, setCounted] = useState(0)
  const unread = useUnread(counted)
  const [open, setOpen] = useState(false)
  const [code] = useState(() => onDemand(() => import('./bell-dropdown.tsx'))) // here, so that guests don't load it
  const [Dropdown, load] = useOnDemand(code)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => subscribe('inbox', (inbox) => setCounted(inbox.unread)), [])
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread.toLocaleString('en')} unread`
  const sign = (
    <>
      <Icon of={BellSign} size={21} />
      {unread > 0 && <span className="count num">{unread > 99 ? '99+' : unread}</span>}
    </>
  )
  async function press() {
    if (open) return setOpen(false)
    if (Dropdown || (await load())) setOpen(true)
  }
  return (
    <div className="relative">
      <Link to={paths.notifications()} aria-label={label} className="ico relative size-11 md:hidden">
        {sign}
      </Link>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => void press()}
        className="ico relative aria-expanded:bg-step aria-expanded:text-ink max-md:hidden"
      >
        {sign}
      </button>
      {open && Dropdown && (
        <Dropdown
          button={button}
          close={(toButton) => {
            setOpen(false)
            if (toButton) button.current?.focus()
          }}
        />
      )}
    </div>
  )
}
