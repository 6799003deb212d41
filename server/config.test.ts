import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://beats.example/',
  PAYMENTS_MODE: 'live',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_SECRET: 'hunter2',
  PAYPAL_WEBHOOK_ID: '1JE4291016473214C',
}
const faultsOf = (env: Record<string, string | undefined>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message.split('\n')
  }
}

test('no setting is required', () => {
  expect(readConfig({})).toEqual({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    trustProxy: undefined,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    storageUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'Slide <no-reply@slide.invalid>',
    supportEmail: 'support@slide.invalid',
    paymentsMode: 'sandbox',
    google: undefined,
    earningsHoldDays: 3,
    stripe: undefined,
    paypal: undefined,
    authSecret: undefined,
    demo: true,
    demoCache: undefined,
    role: 'all',
    logLevel: 'warn',
    rateLimit: true,
  })
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', AUTH_SECRET: '', DEMO: '' })).toEqual(readConfig({}))
})

test('sign-in with Google needs both settings, and an issuer behind TLS or on the own machine', () => {
  const client = { GOOGLE_CLIENT_ID: 'slide', GOOGLE_CLIENT_SECRET: 'secret' }
  const google = { issuer: 'https://accounts.google.com', clientId: 'slide', clientSecret: 'secret' }
  expect(readConfig(client).google).toEqual(google)
  expect(faultsOf({ ...client, GOOGLE_ISSUER: 'http://127.0.0.1:4000' })).toEqual([])
  for (const one of [{ GOOGLE_CLIENT_ID: 'slide' }, { GOOGLE_CLIENT_SECRET: 'secret' }])
    expect(faultsOf(one)).toEqual(['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together'])
  expect(faultsOf({ ...client, GOOGLE_ISSUER: 'http://id.example' })).toEqual([
    'GOOGLE_ISSUER must begin with https://, because secrets go there',
  ])
})

test('all faults are listed at once, each with the name of its setting', () => {
  const faults = faultsOf({
    PORT: '70000',
    PUBLIC_URL: 'beats.example',
    TRUST_PROXY: 'everyone',
    DATABASE_URL: 'mysql://localhost/slide',
    STORAGE_URL: 'https://bucket',
    SMTP_URL: 'mail.example',
    SUPPORT_EMAIL: 'nobody',
    PAYMENTS_MODE: 'pretend',
    PAYMENTS_SANDBOX_PUBLIC: '1',
    STRIPE_SECRET_KEY: 'pk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'secret',
    AUTH_SECRET: 'short',
    DEMO: 'yes',
    ROLE: 'boss',
    LOG_LEVEL: 'loud',
    RATE_LIMIT: '1',
  })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'PORT',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'DATABASE_URL',
    'STORAGE_URL',
    'SMTP_URL',
    'SUPPORT_EMAIL',
    'PAYMENTS_MODE',
    'PAYMENTS_SANDBOX_PUBLIC',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'AUTH_SECRET',
    'DEMO',
    'ROLE',
    'LOG_LEVEL',
    'RATE_LIMIT',
  ])
})

test('a fault message never repeats a secret', () => {
  const malformed = { AUTH_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d', SMTP_URL: 'x:hunter2' }
  const payments = {
    STRIPE_SECRET_KEY: 'hunter2',
    STRIPE_WEBHOOK_SECRET: 'hunter2',
    PAYMENTS_SANDBOX_PUBLIC: 'hunter2',
  }
  const refused = { STRIPE_SECRET_KEY: 'sk_live_hunter2', PAYPAL_SECRET: 'hunter2' }
  expect(faultsOf({ ...malformed, ...payments })).toHaveLength(6)
  expect([...faultsOf({ ...malformed, ...payments }), ...faultsOf(refused)].join()).not.toContain('hunter2')
})

test('PUBLIC_URL ends after the host', () => {
  expect(readConfig({ PUBLIC_URL: 'http://[::1]:3000//' }).publicUrl).toBe('http://[::1]:3000')
  const secure = (PUBLIC_URL: string) => readConfig({ ...production, PUBLIC_URL }).publicUrl
  expect(secure('HTTPS://Bücher.example:443 ')).toBe('https://xn--bcher-kva.example')
  for (const rest of ['/shop', '\\shop', '?x', '?', '#x', '/?x'])
    expect(faultsOf({ ...production, PUBLIC_URL: `https://beats.example${rest}` })).toEqual([
      'PUBLIC_URL must end after the host: Slide needs a host of its own',
    ])
})

test('TRUST_PROXY takes addresses, ranges or known names', () => {
  const TRUST_PROXY = '10.0.0.0/8, loopback,::1'
  expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY)
  for (const wrong of ['true', '10.0.0.0/99', '1', '10.0.0.1,'])
    expect(faultsOf({ TRUST_PROXY: wrong })).toHaveLength(1)
})

test('production has no demo, logs more, and PUBLIC_URL loses its final slash', () => {
  expect(readConfig(production)).toMatchObject({
    production: true,
    demo: false,
    logLevel: 'info',
    publicUrl: 'https://beats.example',
  })
})

test('production lists all unsafe settings at once and does not start', () => {
  expect(faultsOf({ NODE_ENV: 'production', DEMO: '1' })).toEqual([
    expect.stringMatching(/^AUTH_SECRET must be set in production/),
    expect.stringMatching(/^PUBLIC_URL must be set in production/),
    expect.stringMatching(/^DEMO=1 would open accounts/),
    expect.stringMatching(/^PAYMENTS_MODE must be set/),
  ])
})

test.each([
  ['AUTH_SECRET', undefined],
  ['PUBLIC_URL', ''],
  ['PAYMENTS_MODE', 'sandbox'],
  ['DEMO', '1'],
])('production refuses %s=%s', (name, value) => {
  expect(faultsOf({ ...production, [name]: value })).toEqual([expect.stringContaining(name)])
})

const stripe = (mode: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'webhook' }

test.each([
  {},
  { PUBLIC_URL: 'http://localhost:3000' },
  { PUBLIC_URL: 'http://127.0.0.1' },
  { PUBLIC_URL: 'http://[::1]' },
])('payments are a sandbox by themselves on the own machine only: %o', (env) =>
  expect(readConfig(env).paymentsMode).toBe('sandbox'),
)

test.each([{ PUBLIC_URL: 'https://beats.example' }, { PUBLIC_URL: 'https://localhost.example' }])(
  'a public shop does not start without PAYMENTS_MODE: %o',
  (env) => expect(faultsOf(env)).toEqual([expect.stringMatching(/^PAYMENTS_MODE must be set/)]),
)
test('production does not start without PAYMENTS_MODE, even on loopback', () => {
  const env = { ...production, PUBLIC_URL: 'http://127.0.0.1', PAYMENTS_MODE: undefined }
  expect(faultsOf(env)).toEqual([expect.stringMatching(/^PAYMENTS_MODE must be set/)])
})

test('a public sandbox needs a sentence that nobody writes by accident', () => {
  const env = { PUBLIC_URL: 'https://beats.example', PAYMENTS_MODE: 'sandbox' }
  expect(faultsOf(env)).toEqual([expect.stringMatching(/^PAYMENTS_MODE=sandbox gives goods away/)])
  expect(faultsOf({ ...env, PAYMENTS_SANDBOX_PUBLIC: '1' })).toEqual([
    expect.stringMatching(/^PAYMENTS_SANDBOX_PUBLIC/),
  ])
  expect(faultsOf({ ...env, PAYMENTS_SANDBOX_PUBLIC: 'this-shop-takes-no-real-money' })).toEqual([])
  expect(faultsOf({ ...production, ...env, PAYMENTS_SANDBOX_PUBLIC: 'this-shop-takes-no-real-money' })).toEqual([])
  expect(
    faultsOf({ PAYMENTS_SANDBOX_PUBLIC: 'this-shop-takes-no-real-money', PUBLIC_URL: env.PUBLIC_URL }),
  ).toHaveLength(1)
})

test.each([
  [undefined, { ...stripe('live') }, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']],
  ['sandbox', { ...stripe('live') }, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']],
  ['sandbox', { ...stripe('test'), STRIPE_SECRET_KEY: 'rk_live_1' }, ['STRIPE_SECRET_KEY']],
  ['test', { ...stripe('test'), STRIPE_SECRET_KEY: 'sk_live_1' }, ['STRIPE_SECRET_KEY']],
  ['test', { ...stripe('test'), STRIPE_SECRET_KEY: 'rk_live_1' }, ['STRIPE_SECRET_KEY']],
  ['test', { ...stripe('test'), STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, ['STRIPE_PUBLISHABLE_KEY']],
  ['live', { ...stripe('test') }, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']],
  ['live', { ...stripe('live'), STRIPE_SECRET_KEY: 'rk_test_1' }, ['STRIPE_SECRET_KEY']],
])('PAYMENTS_MODE=%s refuses keys of another mode', (PAYMENTS_MODE, env, names) => {
  const faults = faultsOf({ PAYMENTS_MODE, ...env })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(names)
})

test.each([
  ['live', { ...stripe('live'), STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
  ['live', { ...paypal, PAYPAL_WEBHOOK_ID: '' }, 'PAYPAL_WEBHOOK_ID'],
  ['live', {}, 'PAYMENTS_MODE=live'],
  ['test', {}, 'PAYMENTS_MODE=test'],
  ['test', { ...paypal, STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  ['test', { ...paypal, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
  ['test', { ...stripe('test'), PAYPAL_CLIENT_ID: 'client' }, 'PAYPAL_SECRET'],
  ['test', { ...stripe('test'), PAYPAL_SECRET: 'secret' }, 'PAYPAL_CLIENT_ID'],
])('PAYMENTS_MODE=%s with %o lacks %s', (PAYMENTS_MODE, env, name) => {
  expect(faultsOf({ PAYMENTS_MODE, ...env })).toEqual([expect.stringContaining(name)])
})

test('keys of providers come as one value each', () => {
  expect(readConfig({ PAYMENTS_MODE: 'test', ...stripe('test'), ...paypal, PAYPAL_WEBHOOK_ID: '' })).toMatchObject({
    paymentsMode: 'test',
    stripe: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' },
    paypal: { clientId: 'client', secret: 'secret', webhookId: undefined },
  })
  expect(faultsOf({ PAYMENTS_MODE: 'live', ...stripe('live'), ...paypal })).toEqual([])
})

test.each(['abc', '-1', '1.5', '1e9'])('PORT=%s is refused with a sentence', (PORT) => {
  expect(faultsOf({ PORT })).toEqual([expect.stringMatching(/^PORT must be /)])
})
