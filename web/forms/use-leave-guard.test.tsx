import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { RouterContext } from '#web/router/hooks.ts'
import { stillRouter } from '#web/router/still-router.ts'
import type { Guard, View } from '#web/router/view.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

function Form({ isUnsaved }: { isUnsaved: boolean }) {
  useLeaveGuard(() => isUnsaved)
  return null
}

test('unsent text of one form holds the page, whatever forms come and go beside it', async () => {
  let guard: Guard | null = null
  const router = {
    ...stillRouter({} as View),
    guardPage(added: Guard) {
      guard = added
    },
  }
  const page = (texts: Record<string, boolean>) => (
    <RouterContext value={router}>
      {Object.entries(texts).map(([name, isUnsaved]) => (
        <Form key={name} isUnsaved={isUnsaved} />
      ))}
    </RouterContext>
  )
  const [here, elsewhere] = [
    { pathname: '/contact', search: '' },
    { pathname: '/about', search: '' },
  ]
  const isHeld = () => (guard as Guard | null)?.isNeeded(here, elsewhere) ?? false
  const screen = await render(page({ comment: true }))
  expect(isHeld()).toBe(true)
  await screen.rerender(page({ comment: true, dialog: false }))
  expect(isHeld()).toBe(true)
  await screen.rerender(page({ comment: true }))
  expect(isHeld()).toBe(true)
  await screen.rerender(page({}))
  expect(isHeld()).toBe(false)
})
