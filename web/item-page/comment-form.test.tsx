import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Item } from '#contract/item.ts'
import { RouterContext } from '#web/router/hooks.ts'
import { stillRouter } from '#web/router/still-router.ts'
import type { View } from '#web/router/view.ts'
import { useSession } from '#web/session/session.ts'
import { CommentForm } from './comment-form.tsx'

test('a comment that fails comes back before what was typed meanwhile', async () => {
  useSession.setState({ auth: { userId: 3 } as never })
  let refuse = () => {}
  const sent = new Promise<boolean>((answer) => (refuse = () => answer(false)))
  const screen = await render(
    <RouterContext value={stillRouter({} as View)}>
      <CommentForm item={{ kind: 'BEAT' } as Item} onSend={() => sent} />
    </RouterContext>,
  )
  const field = screen.getByLabelText('Comment')
  await field.fill('The first one')
  await screen.getByRole('button', { name: 'Post' }).click()
  await expect.element(field).toHaveValue('')
  await field.fill('the second one')
  refuse()
  await expect.element(field).toHaveValue('The first one\n\nthe second one')
  useSession.setState({ auth: null })
})
