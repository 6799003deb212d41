import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '#web/router/hooks.ts'
import type { Address, Guard } from '#web/router/view.ts'
import { ask } from '#web/ui/ask.ts'
import type { Question } from '#web/ui/show.ts'

const unsent: Question = {
  title: 'Leave this page?',
  text: 'What you wrote here has not been sent.',
  action: 'Leave',
  danger: true,
}

const guards = new Map<() => boolean, Question>()
let mayLeave = false

const questionNow = () => [...guards].find(([hasUnsaved]) => hasUnsaved())?.[1]

async function askToLeave() {
  const question = questionNow()
  return !question || ask(question)
}

/** For an act before the page is left, such as signing out. Leaving then asks no second time. */
export async function askToLeavePage() {
  if (!questionNow()) return true
  mayLeave = await askToLeave()
  return mayLeave
}

const tabOf = ({ search }: Address) => new URLSearchParams(search).get('tab')

/** Another page and another tab take the forms of the present one away. Filters and pages of lists leave them. */
const takesForms = (from: Address, to: Address) => from.pathname !== to.pathname || tabOf(from) !== tabOf(to)

/** One for all forms of a page, because they come and go one by one. */
const pageGuard: Guard = {
  isNeeded: (from, to) => takesForms(from, to) && !mayLeave && questionNow() !== undefined,
  ask: askToLeave,
}

/** Asks before unsent text is lost: with our dialog inside the site, with the browser's on closing and reloading. */
export function useLeaveGuard(hasUnsaved: () => boolean, question = unsent) {
  const { guardPage } = useRouter()
  const guard = useEffectEvent(hasUnsaved)
  useEffect(() => {
    const asked = () => guard()
    guards.set(asked, question)
    return () => {
      guards.delete(asked)
      mayLeave = false
    }
  }, [question])
  useEffect(() => guardPage(pageGuard), [guardPage])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  })
}
