import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CartLine } from '#web/cart/lines.ts'
import { sample } from '#web/cart/sample.ts'
import { inPage } from '#web/router/in-page.tsx'
import { useSession } from '#web/session/session.ts'
import { usePayment } from './use-payment.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ auth: null })
})

const signIn = (userId: number) => useSession.setState({ auth: { userId } as never })
const lines: CartLine[] = [sample.kit]
const codes: string[] = []

function Checkout() {
  const { card, start, trouble } = usePayment({
    lines,
    codes,
    total: 20,
    legalName: () => undefined,
    onChanged: () => {},
  })
  return (
    <>
      <button type="button" onClick={() => void start('credit')}>
        Card
      </button>
      {trouble?.kind === 'changed' && <p>The cart has changed</p>}
      <p>{card && card !== 'subscription' ? `Pays order ${card.orderId}` : 'Pays nothing'}</p>
    </>
  )
}

const order = { orderId: 5, state: 'open', paymentUrl: null, clientSecret: 's', sessionId: 'p', heldForSeconds: null }

test('the card form of an order leaves with the account of its buyer', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(order)))
  signIn(3)
  const screen = await render(inPage(<Checkout />))
  await screen.getByRole('button', { name: 'Card' }).click()
  await expect.element(screen.getByText('Pays order 5')).toBeVisible()
  signIn(4)
  await expect.element(screen.getByText('Pays nothing')).toBeVisible()
})

function Site() {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        Leave or come back
      </button>
      {isHere && <Checkout />}
    </>
  )
}

/** A server whose first start waits for its answer. */
function serve() {
  const paths: string[] = []
  let answer: (answered: Response) => void
  const first = new Promise<Response>((done) => (answer = done))
  vi.stubGlobal('fetch', (path: string) => (paths.push(path) === 1 ? first : Promise.resolve(Response.json(order))))
  return { paths, answerFirst: () => answer(Response.json(order)) }
}

/** Starts an order, leaves, comes back, and starts again before the answer. */
async function startAgain() {
  signIn(3)
  const screen = await render(inPage(<Site />))
  const card = screen.getByRole('button', { name: 'Card' })
  const leave = screen.getByRole('button', { name: 'Leave or come back' })
  await card.click()
  await leave.click()
  await leave.click()
  await card.click()
  return screen
}

test('a start after a return waits until the former one has come and was ended', async () => {
  const { paths, answerFirst } = serve()
  const screen = await startAgain()
  expect(paths).toEqual(['/api/checkout/start'])
  answerFirst()
  await expect.element(screen.getByText('Pays order 5')).toBeVisible()
  expect(paths).toEqual(['/api/checkout/start', '/api/checkout/cancel', '/api/checkout/start'])
})

test('a start that waits orders nothing for the next account', async () => {
  const { paths, answerFirst } = serve()
  const screen = await startAgain()
  signIn(4)
  answerFirst()
  await expect.element(screen.getByText('The cart has changed')).toBeVisible()
  expect(paths).toEqual(['/api/checkout/start', '/api/checkout/cancel'])
})
