import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: string
}
export type Answer = { status: number; body: unknown; headers?: Record<string, string> }
export type SignedMessage = { type: string; headers: Record<string, string>; body: Buffer }

/** Faults on the way. `lose` and `refuse` count down with each call. */
type Trouble = {
  /** Changing calls (POST) that are carried out, and whose answers are lost. */
  lose: number
  /** Calls that are cut before they are carried out. */
  refuse: number
  /** The status that all calls get instead of being carried out. */
  status: number | undefined
  /** The body of those answers. */
  body: unknown
  /** Calls that get no answer. */
  hang: boolean
}

type Parts = {
  answer: (asked: Asked) => Answer
  /** The body of an answer that went wrong. */
  failure: unknown
  /** Calls that trouble spares. */
  spares?: (asked: Asked) => boolean
}

/** A provider on loopback. `asked` holds its calls, `take` gives the messages that it would send to the shop. */
export async function startEmulator({ answer, failure, spares = () => false }: Parts) {
  const trouble: Trouble = { lose: 0, refuse: 0, status: undefined, body: failure, hang: false }
  const asked: Asked[] = []
  const messages: SignedMessage[] = []
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://emulator')
      const call: Asked = { method: request.method ?? '', path, query, headers: request.headers, raw }
      asked.push(call)
      const isSpared = spares(call)
      if (!isSpared && trouble.hang) return
      if (!isSpared && trouble.refuse > 0) {
        trouble.refuse--
        return void request.socket.destroy()
      }
      const { status, body, headers } =
        !isSpared && trouble.status ? { status: trouble.status, body: trouble.body, headers: {} } : answer(call)
      if (!isSpared && call.method === 'POST' && trouble.lose > 0) {
        trouble.lose--
        return void request.socket.destroy()
      }
      const isJson = typeof body !== 'string'
      response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/html', ...headers })
      response.end(isJson ? JSON.stringify(body) : body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    trouble,
    asked,
    /** Counts the calls whose method and path match. */
    count: (method: string, path: RegExp) =>
      asked.filter((call) => call.method === method && path.test(call.path)).length,
    say: (message: SignedMessage) => void messages.push(message),
    /** The messages since the last time, in order. Tests deliver them once, twice, in another order or not at all. */
    take: () => messages.splice(0),
    close() {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
