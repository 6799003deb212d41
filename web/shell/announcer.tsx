import { useEffect, useRef, useState } from 'react'
import { soundNow, usePlayer } from '#web/player/player.ts'
import { useView } from '#web/router/hooks.ts'
import { headOf } from '#web/router/page.ts'
import { focusHeading } from '#web/ui/focus-heading.ts'

/** Shorter sounds, such as the samples of a kit, follow each other faster than they can be said. */
const SHORTEST_SAID = 10

/** A dialog moves the focus when it closes; some pages have moved it to a message. */
const TAKEN = 'main :focus, [role=dialog] :focus, [role=dialog]:focus'

/**
 * Says which page came, and moves the focus to its heading: without a load a screen reader hears nothing of it. Says
 * which track came, too. Filters and tabs of the same page are no new page.
 */
export function Announcer() {
  const view = useView()
  const { pathname } = view.place
  const title = headOf(view)?.title ?? ''
  const before = useRef(pathname)
  const [page, setPage] = useState('')
  const track = usePlayer((player) => {
    const sound = player.state === 'playing' ? soundNow(player) : undefined
    const isSaid = sound && (sound.durationInSeconds ?? SHORTEST_SAID) >= SHORTEST_SAID
    return isSaid ? `Now playing: ${sound.title} by ${sound.artistName}` : undefined
  })
  const [heard, setHeard] = useState(track)
  if (track && track !== heard) setHeard(track)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setPage(title)
    if (!document.querySelector(TAKEN)) focusHeading()
  }, [pathname, title])
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {page}
      </p>
      <p aria-live="polite" className="sr-only">
        {heard}
      </p>
    </>
  )
}
