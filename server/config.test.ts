import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://beats.example/',
  PAYMENTS_MODE: 'live',
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
    earningsHoldDays: 3,
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
    'AUTH_SECRET',
    'DEMO',
    'ROLE',
    'LOG_LEVEL',
    'RATE_LIMIT',
  ])
})

test('a fault message never repeats a secret', () => {
  const text = faultsOf({ AUTH_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d', SMTP_URL: 'x:hunter2' }).join()
  expect(text).not.toContain('hunter2')
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
    expect.stringMatching(/^PAYMENTS_MODE=sandbox takes no real money/),
    expect.stringMatching(/^DEMO=1 would open accounts/),
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

test('production allows sandbox payments only when a setting says so', () => {
  expect(faultsOf({ ...production, PAYMENTS_MODE: 'sandbox', PAYMENTS_SANDBOX_IN_PRODUCTION: '1' })).toEqual([])
})

test.each(['abc', '-1', '1.5', '1e9'])('PORT=%s is refused with a sentence', (PORT) => {
  expect(faultsOf({ PORT })).toEqual([expect.stringMatching(/^PORT must be /)])
})
