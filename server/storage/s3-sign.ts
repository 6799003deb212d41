import { createHash, createHmac } from 'node:crypto'

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }

export type Unsigned = { method: string; url: URL; headers?: Record<string, string>; body?: Uint8Array | string }

type Signer = { region: string; credentials: Credentials; now: Date }

const SCHEME = 'AWS4-HMAC-SHA256'

/**
 * The headers of a request with its signature, by Amazon's Signature Version 4. The query must be written by `queryOf`,
 * because servers sign the same text.
 */
export function signed({ method, url, headers, body = '' }: Unsigned, { region, credentials, now }: Signer) {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const bodyHash = sha256(body)
  const { sessionToken } = credentials
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  }
  const names = Object.keys(all).toSorted()
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('')
  const request = [method, url.pathname, url.search.slice(1), lines, names.join(';'), bodyHash].join('\n')
  const text = [SCHEME, time, scope, sha256(request)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  const authorization = `${SCHEME} Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...all, authorization }
}

/** A query in the one form that can be signed: sorted, and all but a few characters percent-encoded. */
export const queryOf = (query: Record<string, string | number>) =>
  Object.keys(query)
    .toSorted()
    .map((name) => `${encoded(name)}=${encoded(String(query[name]))}`)
    .join('&')

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
