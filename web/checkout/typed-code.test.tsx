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

test('nothing is paid while a discount code is typed and not applied', async () => {
  let starts = 0
  vi.stubGlobal('fetch', (path: string) => {
    const settings = { mode: 'live', methods: ['paypal'], publishableKey: null, legalName: 'Nadia Bello' }
    if (path === '/api/checkout/settings') return Promise.resolve(Response.json(settings))
    if (path === '/api/checkout/start') starts++
    return new Promise(() => {})
  })
  useSession.setState({ auth: { userId: 3 } as never })
  useCart.setState({ lines: [sample.beatMp3] })
  const screen = await render(inPage(<Component />, { place: { pathname: '/checkout', search: '' } }))
  const code = screen.getByRole('textbox', { name: 'Discount code' })
  const paypal = screen.getByRole('button', { name: 'Pay with PayPal' })
  await code.fill('HALF')
  await paypal.click()
  await code.fill(' ')
  expect(starts).toBe(0)
  await paypal.click()
  await vi.waitFor(() => expect(starts).toBe(1))
})
