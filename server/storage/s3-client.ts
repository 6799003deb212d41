import { request as httpRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { credentialsFrom } from './s3-credentials.ts'
import type { S3Settings } from './s3-settings.ts'
import { queryOf, signed, type Unsigned } from './s3-sign.ts'

const CONNECTION_TIMEOUT = 5_000
/** So long a server may neither take nor send a byte before it answers. What comes then is read at the reader's pace. */
const ANSWER_TIMEOUT = 60_000
const MAX_SOCKETS = 1_000 // slow listeners hold one each
const ATTEMPTS = 3
const PAUSE = 200

/** Refusals that another attempt may not meet: too many requests, or trouble on the server's side. */
const PASSING = [408, 429, 500, 502, 503, 504]

export type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without a key the bucket itself is meant. */
  key?: string
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: Uint8Array | string
  signal?: AbortSignal
}

/** A refusal. Its name is the server's word for it, such as NoSuchKey. */
export class S3Refusal extends Error {
  override readonly name: string
  readonly status: number
  constructor(name: string, message: string, status: number) {
    super(message)
    this.name = name
    this.status = status
  }
}

export type S3Client = ReturnType<typeof createS3Client>

/** Sends signed requests to one bucket. Bodies are in memory, so each request can be repeated. */
export function createS3Client(settings: S3Settings, answerTimeout = ANSWER_TIMEOUT) {
  const { bucket, region, endpoint = `https://s3.${region}.amazonaws.com` } = settings
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const findCredentials = settings.credentials ? async () => settings.credentials! : credentialsFrom(process.env)
  const agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  }

  async function attempt({ method, key, query = {}, headers, body, signal }: Asked) {
    const url = new URL(key === undefined ? base : `${base}/${key}`)
    url.search = queryOf(query)
    const asked = { method, url, ...(headers && { headers }), ...(body !== undefined && { body }) }
    const reply = await send(
      { ...asked, headers: signed(asked, { region, credentials: await findCredentials(), now: new Date() }) },
      agents,
      { answerTimeout, ...(signal && { signal }) },
    )
    if (reply.statusCode! >= 300) throw refusalOf(reply.statusCode!, await text(reply))
    return reply
  }

  /** Asks up to three times. `read` takes what it needs from the reply, whose body must be read to its end. */
  return async function ask<T>(asked: Asked, read: (reply: IncomingMessage) => Promise<T>): Promise<T> {
    for (let left = ATTEMPTS - 1; ; left--) {
      try {
        return await read(await attempt(asked))
      } catch (error) {
        if (left === 0 || asked.signal?.aborted || !mayPass(error)) throw error
        await sleep(PAUSE * (ATTEMPTS - left) * Math.random())
      }
    }
  }
}

/** The body of an answer that is short. A server may notice only after its 200 that it fails, and says so in the body. */
export async function textOf(reply: IncomingMessage) {
  const body = await text(reply)
  if (/<Error>/.test(body)) throw refusalOf(500, body)
  return body
}

/** The text of the first element of this name. */
export function elementOf(xml: string, name: string) {
  const [, inner] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return inner?.replace(/&(#x?[\da-f]+|\w+);/gi, (entity, word: string) => ENTITIES[word] ?? numbered(word) ?? entity)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function numbered(word: string) {
  const [, hex, digits] = /^#(x?)([\da-f]+)$/i.exec(word) ?? []
  return digits && String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10))
}

function send(
  { method, url, headers, body }: Unsigned,
  agents: { http: HttpAgent; https: HttpsAgent },
  { answerTimeout, signal }: { answerTimeout: number; signal?: AbortSignal },
) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { method, ...(headers && { headers }), ...(signal && { signal }) }
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { ...options, agent: agents.https })
      : httpRequest(url, { ...options, agent: agents.http })
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const late = () => request.destroy(new Error(`${url.host} took no connection within ${CONNECTION_TIMEOUT} ms`))
    const timer = setTimeout(late, CONNECTION_TIMEOUT)
    socket.once('connect', () => clearTimeout(timer))
    request.once('close', () => clearTimeout(timer))
  })
  request.setTimeout(answerTimeout, () => request.destroy(new Error(`${url.host} was silent for ${answerTimeout} ms`)))
  request.once('response', (reply) => {
    request.setTimeout(0)
    resolve(reply)
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

/** A reply to HEAD has no body, and its status alone says that there is no such file. */
function refusalOf(status: number, body: string) {
  const name = elementOf(body, 'Code') ?? (status === 404 ? 'NotFound' : 'Refused')
  return new S3Refusal(name, elementOf(body, 'Message') ?? `The bucket answered ${status}`, status)
}

/** A lost connection has a system's code. Another error is a mistake that a repetition would make again. */
const mayPass = (error: unknown) =>
  error instanceof S3Refusal ? PASSING.includes(error.status) : error instanceof Error && 'code' in error
