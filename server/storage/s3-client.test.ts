import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createS3Client, elementOf, textOf } from './s3-client.ts'

const open: { close: () => void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A server that gives these answers, one after another. */
const answering = (...answers: ((response: ServerResponse) => void)[]) => answeringWithin(undefined, ...answers)

async function answeringWithin(answerTimeout: number | undefined, ...answers: ((response: ServerResponse) => void)[]) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    request.resume()
    answers[asked.push(request) - 1]!(response)
  })
  open.push({ close: () => (server.closeAllConnections(), server.close()) })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  return { asked, ask: createS3Client({ bucket: 'slide', region: 'x', endpoint, credentials }, answerTimeout) }
}
const saying = (status: number, body: string) => (response: ServerResponse) => void response.writeHead(status).end(body)
const error = (code: string) => `<Error><Code>${code}</Code><Message>in words</Message></Error>`

test('a passing trouble and a lost connection are asked again', async () => {
  const cut = (response: ServerResponse) => void response.destroy()
  const { ask, asked } = await answering(saying(503, error('SlowDown')), cut, saying(200, 'well'))
  expect(await ask({ method: 'GET', key: 'a/b' }, textOf)).toBe('well')
  expect(asked.map(({ url }) => url)).toEqual(['/slide/a/b', '/slide/a/b', '/slide/a/b'])
})

test('the third trouble is told', async () => {
  const { ask } = await answering(...Array.from({ length: 3 }, () => saying(503, error('SlowDown'))))
  await expect(ask({ method: 'GET' }, textOf)).rejects.toMatchObject({ name: 'SlowDown', message: 'in words' })
})

test('a refusal is told at once', async () => {
  const { ask, asked } = await answering(saying(403, error('AccessDenied')))
  await expect(ask({ method: 'GET' }, textOf)).rejects.toMatchObject({ name: 'AccessDenied', status: 403 })
  expect(asked).toHaveLength(1)
})

test('a trouble that a server tells after its 200 is no success', async () => {
  const { ask, asked } = await answering(saying(200, error('InternalError')), saying(200, '<Done/>'))
  expect(await ask({ method: 'POST', body: '<x/>' }, textOf)).toBe('<Done/>')
  expect(asked).toHaveLength(2)
})

test('an aborted request is not asked again', async () => {
  const leaving = new AbortController()
  const { ask, asked } = await answering(() => leaving.abort())
  await expect(ask({ method: 'HEAD', signal: leaving.signal }, textOf)).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked).toHaveLength(1)
})

test('a server that never answers is given up', async () => {
  const { ask, asked } = await answeringWithin(100, () => {})
  await expect(ask({ method: 'PUT', key: 'a', body: 'b' }, textOf)).rejects.toThrow('was silent for 100 ms')
  expect(asked).toHaveLength(1)
})

test('a server that pauses within its answer is waited for', async () => {
  const pausing = (response: ServerResponse) => {
    response.writeHead(200).write('we')
    setTimeout(() => response.end('ll'), 3_200)
  }
  const { ask } = await answeringWithin(3_000, pausing)
  expect(await ask({ method: 'GET', key: 'a' }, textOf)).toBe('well')
})

test('entities in a list are read', () => {
  expect(elementOf('<A><Key>a&amp;lt;b&#x2F;&#33;&unknown;</Key></A>', 'Key')).toBe('a&lt;b/!&unknown;')
})
