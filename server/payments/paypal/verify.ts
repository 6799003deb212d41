import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ForgedEvent, ProviderDown, type ReceivedMessage } from '#server/payments/port.ts'

const DAY = 24 * 60 * 60 * 1_000
const OLDEST = 4 * DAY // PayPal tries for three days
const AHEAD = 5 * 60 * 1_000 // clocks differ
const CERT_PATH = /^\/v1\/notifications\/certs\/[\w-]+$/

type Options = { webhookId: string | undefined; certOrigins: readonly string[]; timeout: number }
export type Verify = (message: ReceivedMessage) => Promise<void>

/**
 * Checks PayPal's signature without asking PayPal: it is made over the id and time of the delivery, the webhook and the
 * CRC-32 of the body's bytes. Bytes with the same CRC can be made up, so a message proves only that PayPal sent one.
 */
export function createVerify({ webhookId, certOrigins, timeout }: Options): Verify {
  const certificates = new Map<string, X509Certificate>()

  async function certificateOf(address: string) {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url || url.search || !certOrigins.includes(url.origin) || !CERT_PATH.test(url.pathname))
      throw new ForgedEvent('The message names a certificate that is not PayPal’s')
    const certificate = certificates.get(url.href) ?? new X509Certificate(await fetchCertificate(url, timeout))
    certificates.set(url.href, certificate)
    const now = Date.now()
    if (now < certificate.validFromDate.getTime() || now > certificate.validToDate.getTime())
      throw new ForgedEvent('The certificate of the message is not valid now')
    return certificate
  }

  return async ({ headers, body }) => {
    if (!webhookId) throw new ForgedEvent('Messages of PayPal can’t be checked, because PAYPAL_WEBHOOK_ID is not set')
    const header = (name: string) => String(headers[`paypal-${name}`] ?? '')
    const time = header('transmission-time')
    const age = Date.now() - Date.parse(time)
    if (!(age < OLDEST && age > -AHEAD)) throw new ForgedEvent('The message is too old, or from the future')
    if (header('auth-algo') !== 'SHA256withRSA')
      throw new ForgedEvent('The message is signed in another way than PayPal’s')
    const { publicKey } = await certificateOf(header('cert-url'))
    const signed = [header('transmission-id'), time, webhookId, crc32(body)].join('|')
    if (!verify('sha256', Buffer.from(signed), publicKey, Buffer.from(header('transmission-sig'), 'base64')))
      throw new ForgedEvent('The message does not carry PayPal’s signature')
  }
}

async function fetchCertificate(url: URL, timeout: number) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' }).catch(
    (error: unknown) => {
      throw new ProviderDown('PayPal’s certificate can’t be read', { cause: error })
    },
  )
  if (response.status >= 500) throw new ProviderDown('PayPal’s certificate can’t be read')
  if (!response.ok) throw new ForgedEvent('The message names a certificate that PayPal does not have')
  return await response.text()
}
