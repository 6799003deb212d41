import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { sample } from '#web/cart/sample.ts'
import { useCart } from '#web/cart/store.ts'
import { inPage } from '#web/router/in-page.tsx'
import { useSession } from '#web/session/session.ts'
import { Component } from './checkout.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ auth: null })
  useCart.setState({ lines: [] })
})

const signIn = (userId: number) => useSession.setState({ auth: { userId } as never })

test('a legal name that one account has typed is not sent for the next one', async () => {
  const names: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path === '/api/checkout/settings')
      return Promise.resolve(
        Response.json({ mode: 'live', methods: ['paypal'], publishableKey: null, legalName: null }),
      )
    if (path === '/api/checkout/start') names.push((JSON.parse(body) as { legalName: string }).legalName)
    return new Promise(() => {})
  })
  signIn(3)
  useCart.setState({ lines: [sample.beatMp3] })
  const view = { place: { pathname: '/checkout', search: '' } }
  const screen = await render(inPage(<Component />, view))
  await screen.getByLabelText('Your legal name').fill('Nadia Bello')
  useSession.setState({ auth: null })
  await expect.element(screen.getByLabelText('Your legal name')).not.toBeInTheDocument()
  signIn(4)
  await expect.element(screen.getByLabelText('Your legal name')).toHaveValue('')
  await screen.getByRole('button', { name: 'Pay with PayPal' }).click()
  await vi.waitFor(() => expect(names).toEqual(['']))
})

test('an order that costs nothing waits until the shop has said whether it needs a legal name', async () => {
  const settings = { mode: 'live', methods: ['paypal'], publishableKey: null, legalName: null }
  let answer: (reply: Response) => void
  const answered = new Promise<Response>((reply) => (answer = reply))
  vi.stubGlobal('fetch', (path: string) => (path === '/api/checkout/settings' ? answered : new Promise(() => {})))
  signIn(3)
  useCart.setState({ lines: [{ ...sample.beatMp3, price: 0 }] })
  const screen = await render(inPage(<Component />, { place: { pathname: '/checkout', search: '' } }))
  const complete = screen.getByRole('button', { name: 'Complete order' })
  await expect.element(screen.getByText(/^By paying you agree/)).toBeVisible()
  await expect.element(complete).not.toBeInTheDocument()
  answer!(Response.json(settings))
  await expect.element(complete).toBeVisible()
  await expect.element(screen.getByLabelText('Your legal name')).toBeVisible()
})
