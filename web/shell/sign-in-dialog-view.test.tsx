import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { inPage } from '#web/router/in-page.tsx'
import { useSession } from '#web/session/session.ts'
import { openSignIn, useSignInDialog } from '#web/session/sign-in-dialog.ts'
import SignInDialog from './sign-in-dialog-view.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ auth: null })
  localStorage.clear()
})

test('a sign-in leads on when another tab stores something while the profile loads', async () => {
  const accessToken = `x.${btoa('{"sub":"3","iat":1000,"exp":1900}')}.y`
  let answer = () => {}
  vi.stubGlobal('fetch', (path: string) =>
    path === '/api/me'
      ? new Promise((done) => (answer = () => done(Response.json({ id: 3, roles: [] }))))
      : Promise.resolve(Response.json({ accessToken, refreshToken: 'r' })),
  )
  const navigate = vi.fn(() => Promise.resolve())
  const view = { place: { pathname: '/', search: '' } }
  openSignIn({ next: '/profile/me' })
  const screen = await render(inPage(<SignInDialog />, view, { navigate }))
  await screen.getByLabelText('Email').fill('a@slide.test')
  await screen.getByLabelText('Password', { exact: true }).fill('p')
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  await vi.waitFor(() => expect(useSession.getState().auth).not.toBeNull())
  dispatchEvent(new StorageEvent('storage', { key: 'slide.player' }))
  await new Promise((done) => setTimeout(done, 50))
  answer()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/profile/me'))
  expect(useSignInDialog.getState().open).toBe(false)
})
