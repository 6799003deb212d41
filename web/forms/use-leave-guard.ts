import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ask } from '#web/ui/ask.tsx'

const question = {
  title: 'Leave this page?',
  text: 'What you wrote here has not been sent.',
  action: 'Leave',
  danger: true,
}

/**
 * Asks before unsent text is lost: with our dialog inside the site, with the browser's on closing and reloading. Use it
 * once on a screen.
 */
export function useLeaveGuard(hasUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    ask(question).then(
      (leaves) => (leaves ? blocker.proceed() : blocker.reset()),
      () => blocker.reset(), // without the dialog the visitor stays and the text is safe
    )
  }, [blocker])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  })
}
