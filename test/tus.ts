import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type Asked = { method: string; path: string; headers?: Record<string, string | number>; token?: string }

/** Begins a request of a resumable upload; the caller writes its body. */
export function beginTus(http: FastifyInstance, { method, path, headers = {}, token }: Asked): ClientRequest {
  const { port } = http.server.address() as AddressInfo
  const own = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers }
  return request({ port, host: '127.0.0.1', method, path, headers: own }).on('error', () => {})
}

export async function answerTo(asked: ClientRequest) {
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const body = text ? (JSON.parse(text) as { error?: string; details?: unknown }) : {}
  return { status: reply.statusCode, headers: reply.headers, ...body }
}

/** The header Upload-Metadata. */
export const metadata = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
