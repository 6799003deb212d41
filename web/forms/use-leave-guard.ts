import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '#web/router/hooks.ts'
import type { Guard } from '#web/router/view.ts'
import { ask } from '#web/ui/ask.ts'

const question = {
  title: 'Leave this page?',
  text: 'What you wrote here has not been sent.',
  action: 'Leave',
  danger: true,
}

const guards = new Set<() => boolean>()
let mayLeave = false

const isUnsaved = () => [...guards].some((hasUnsaved) => hasUnsaved())

/** For an act that must not happen if the visitor stays. */
export const askToLeave = async () => !isUnsaved() || ask(question)

/** For an act before the page is left, such as signing out. Leaving then asks no second time. */
export async function askToLeavePage() {
  if (!isUnsaved()) return true
  mayLeave = await ask(question)
  return mayLeave
}

/** One for all forms of a page, because they come and go one by one. */
const pageGuard: Guard = { isNeeded: () => !mayLeave && isUnsaved(), ask: () => ask(question) }

/** Asks before unsent text is lost: with our dialog inside the site, with the browser's on closing and reloading. */
export function useLeaveGuard(hasUnsaved: () => boolean) {
  const { guardPage } = useRouter()
  const guard = useEffectEvent(hasUnsaved)
  useEffect(() => {
    const asked = () => guard()
    guards.add(asked)
    return () => {
      guards.delete(asked)
      mayLeave = false
    }
  }, [])
  useEffect(() => guardPage(pageGuard), [guardPage])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  })
}
