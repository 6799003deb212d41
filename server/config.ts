import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback, paymentFaults, paymentSettings, paymentsModeOf, paypalOf, stripeOf } from './payments/settings.ts'

const url = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    error: `must be an address beginning with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  })

const endsAfterHost = ({ href, protocol, host }: URL) => href.replace(/\/+$/, '') === `${protocol}//${host}`

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

const areProxies = (list: string) =>
  list.split(',').every((entry) => {
    const [address = '', bits = '0', ...more] = entry.trim().split('/')
    const most = isIP(address) === 6 ? 128 : 32
    return PROXY_NAMES.includes(entry.trim()) || (isIP(address) && /^\d+$/.test(bits) && +bits <= most && !more.length)
  })

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(65_535, 'must be at most 65535')
    .default(3000),
  PUBLIC_URL: url('http:', 'https:')
    .refine((value) => !URL.canParse(value) || endsAfterHost(new URL(value)), {
      error: 'must end after the host: Slide needs a host of its own',
    })
    .transform((value) => new URL(value).origin) // as browsers write it
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(areProxies, { error: `must be addresses or ranges, or ${PROXY_NAMES.join(', ')}` })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  STORAGE_URL: url('s3:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().default('Slide <no-reply@slide.invalid>'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@slide.invalid'),
  GOOGLE_ISSUER: url('http:', 'https:').default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  ...paymentSettings,
  EARNINGS_HOLD_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(60, 'must be at most 60')
    .default(3),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  DEMO_CACHE: z.string().optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is no log level').optional(),
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
})

export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The whole environment, read once; every fault is listed, not just the first. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('\n'))
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  // The password of the demo accounts is public. A server that can be reached from outside has them only with DEMO=1.
  const demo = e.DEMO ? e.DEMO === '1' : !production && isLoopback(e.HOST)
  const faults = [...(production ? unsafeIn(e, demo) : []), ...googleFaults(e), ...paymentFaults(e)]
  if (faults.length) throw new ConfigError(faults.join('\n'))
  const dataDir = resolve(e.DATA_DIR)
  return {
    production,
    host: e.HOST,
    port: e.PORT,
    publicUrl: e.PUBLIC_URL,
    trustProxy: e.TRUST_PROXY,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    storageUrl: e.STORAGE_URL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    supportEmail: e.SUPPORT_EMAIL,
    paymentsMode: paymentsModeOf(e),
    stripe: stripeOf(e),
    paypal: paypalOf(e),
    google: googleOf(e),
    earningsHoldDays: e.EARNINGS_HOLD_DAYS,
    authSecret: e.AUTH_SECRET,
    demo,
    demoCache: e.DEMO_CACHE && resolve(e.DEMO_CACHE),
    role: e.ROLE,
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    rateLimit: e.RATE_LIMIT === 'on',
  }
}

/** Undefined: nobody signs in with Google here. */
const googleOf = ({
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
}: z.infer<typeof Environment>) => (clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined)

function googleFaults(e: z.infer<typeof Environment>) {
  const faults = []
  if (Boolean(e.GOOGLE_CLIENT_ID) !== Boolean(e.GOOGLE_CLIENT_SECRET))
    faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together')
  const { protocol, hostname } = new URL(e.GOOGLE_ISSUER)
  if (protocol === 'http:' && !isLoopback(hostname))
    faults.push('GOOGLE_ISSUER must begin with https://, because secrets go there')
  return faults
}

/** Settings that only a development server may have. */
function unsafeIn(e: z.infer<typeof Environment>, demo: boolean) {
  const faults = []
  if (!e.AUTH_SECRET) faults.push('AUTH_SECRET must be set in production (32 random characters or more)')
  if (!e.PUBLIC_URL) faults.push('PUBLIC_URL must be set in production (the address that people use)')
  if (demo) faults.push('DEMO=1 would open accounts whose password everybody knows')
  return faults
}
