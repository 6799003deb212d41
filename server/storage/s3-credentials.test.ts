import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Trouble } from '#server/trouble.ts'
import { credentialsFrom } from './s3-credentials.ts'

let lent: object | null
let asked: string[]
let address: string
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${passOf(request)}`)
  if (request.url === '/latest/api/token') return response.end('pass')
  if (request.url?.endsWith('/security-credentials/')) return response.end('shop\n')
  response.writeHead(lent ? 200 : 404).end(JSON.stringify(lent))
})
const passOf = ({ headers }: IncomingMessage) =>
  String(headers['x-aws-ec2-metadata-token'] ?? headers.authorization ?? '-')
const lend = (minutes: number, name = 'ROLE') => {
  const Expiration = new Date(Date.now() + minutes * 60_000).toISOString()
  lent = { AccessKeyId: name, SecretAccessKey: 'hush', Token: 'for-an-hour', Expiration }
  asked = []
}
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const ROLE = { accessKeyId: 'ROLE', secretAccessKey: 'hush', sessionToken: 'for-an-hour' }

test('keys of the environment come first', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'K', AWS_SECRET_ACCESS_KEY: 'S', AWS_CONTAINER_CREDENTIALS_FULL_URI: address }
  expect(await credentialsFrom(env)()).toEqual({ accessKeyId: 'K', secretAccessKey: 'S' })
})

test('a container’s role is asked once, and again before its keys expire', async () => {
  lend(60)
  const env = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/keys`, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pass' }
  const find = credentialsFrom(env)
  expect(await find()).toMatchObject(ROLE)
  await find()
  expect(asked).toEqual(['GET /keys pass'])

  lend(4, 'SHORT')
  const other = credentialsFrom(env)
  await other()
  lend(60, 'NEXT')
  expect(await other()).toMatchObject({ accessKeyId: 'NEXT' })
})

test('a machine’s role is asked with a pass', async () => {
  lend(60)
  expect(await credentialsFrom({ AWS_EC2_METADATA_SERVICE_ENDPOINT: address })()).toMatchObject(ROLE)
  expect(asked).toEqual([
    'PUT /latest/api/token -',
    'GET /latest/meta-data/iam/security-credentials/ pass',
    'GET /latest/meta-data/iam/security-credentials/shop pass',
  ])
})

test('without any keys the setting is named, and the next request tries again', async () => {
  lent = null
  const find = credentialsFrom({ AWS_EC2_METADATA_SERVICE_ENDPOINT: address })
  await expect(find()).rejects.toThrow(Trouble)
  await expect(find()).rejects.toThrow(/STORAGE_URL has no KEY:SECRET@.*404/)
  lend(60)
  expect(await find()).toMatchObject(ROLE)
})
