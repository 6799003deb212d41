import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ask } from '#web/ui/ask.tsx'

const question = {
  title: 'Leave this page?',
  text: 'What you wrote here has not been sent.',
  action: 'Leave',
  danger: true,
}

/** Asks before text is lost: inside the site by our dialog, at closing and reloading by the browser's. One a screen. */
export function useLeaveGuard(hasUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    ask(question).then(
      (leaves) => (leaves ? blocker.proceed() : blocker.reset()),
      () => blocker.reset(), // the dialog could not be loaded: the text is safe here
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
