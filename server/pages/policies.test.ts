import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { mountApp } from '#server/app.ts'
import { addItem } from '#test/factories.ts'
import { EMULATED } from '#test/real-settings.ts'
import { createWorld, type World } from '#test/world.ts'
import { developmentWeb } from './web-development.ts'

const NOWHERE = new URL('http://127.0.0.1:9')
const OTHERS = `
  / /browse /charts /search /styles/uk /producers /track/x /pack/x /kit/x /track/x/embed /profile/me
  /profile/1 /about /terms /privacy /contact /register /signup /login /confirm-email /confirm-new-email /undo-email /forgot-password
  /reset-password /unsubscribe /sell /kits /upload /account /payment/confirm /order/complete /sandbox
  /library /notifications /chat/1 /admin /promos /checkouts /checkout/more /nowhere`
  .trim()
  .split(/\s+/)

const shops = { sandbox: {}, test: { env: EMULATED, emulators: { stripe: NOWHERE, paypal: NOWHERE } } }
type Shop = { world: World; http: FastifyInstance }
const opened = {} as Record<keyof typeof shops, Shop>
beforeAll(async () => {
  let shared: ReturnType<typeof developmentWeb> | undefined
  for (const mode of ['sandbox', 'test'] as const) {
    const world = await createWorld(shops[mode])
    await addItem(world.app.db, { ownerId: (await world.signUp()).id, slug: 'x' })
    const web = async (http: FastifyInstance) => ({ ...(await (shared ??= developmentWeb(http))), policy: true })
    opened[mode] = { world, http: await mountApp(world.app, { web }) }
  }
})
afterAll(async () => {
  for (const { http, world } of Object.values(opened)) {
    await http.close()
    await world.close()
  }
})

async function policyOf(mode: keyof typeof shops, url: string) {
  const { headers } = await opened[mode].http.inject({ url, headers: { 'accept-encoding': 'identity' } })
  const policy = String(headers['content-security-policy'] ?? '')
  return Object.fromEntries(policy.split(/; ?/).map((part) => [part.split(' ')[0]!, part.split(' ').slice(1)]))
}

test('the checkout of a shop with Stripe allows Stripe’s script, frames and API, and nothing else', async () => {
  for (const url of ['/checkout', '/checkout/', '/checkout?canceled=1']) {
    const { 'script-src': scripts, 'frame-src': frames, 'connect-src': calls, ...others } = await policyOf('test', url)
    expect(scripts).toEqual([
      "'self'",
      expect.stringMatching(/^'sha256-/),
      'https://js.stripe.com',
      'https://*.js.stripe.com',
    ])
    expect(frames).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'])
    expect(calls).toEqual(["'self'", 'https://api.stripe.com'])
    expect(others).toMatchObject({ 'default-src': ["'self'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] })
    expect(JSON.stringify(others)).not.toMatch(/https:|unsafe/)
  }
})

test.each(['sandbox', 'test'] as const)(
  'no other page of a shop in %s mode allows anything from elsewhere',
  async (mode) => {
    for (const url of mode === 'sandbox' ? ['/checkout', ...OTHERS] : OTHERS) {
      const policy = await policyOf(mode, url)
      expect(policy['default-src'], url).toHaveLength(1)
      expect(JSON.stringify(policy), url).not.toMatch(/https?:|unsafe/)
    }
  },
)

test('pages know whether the checkout is a document of its own', async () => {
  for (const [mode, isApart] of [
    ['sandbox', false],
    ['test', true],
  ] as const)
    for (const url of ['/about', '/checkout'])
      expect((await opened[mode].http.inject(url)).body.includes('data-pays="apart"'), mode + url).toBe(isApart)
})
