import { expect, test } from 'vitest'
import { queryOf, signed, type Unsigned } from './s3-sign.ts'

// the examples of Amazon's documentation, 'Authenticating Requests: Using the Authorization Header'
const signer = {
  region: 'us-east-1',
  credentials: {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  now: new Date('2013-05-24T00:00:00Z'),
}
const address = (path: string, query = {}) => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com/${path}`)
  url.search = queryOf(query)
  return url
}
const put = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }

test.each<[string, Unsigned, string]>([
  [
    'a range of a file',
    { method: 'GET', url: address('test.txt'), headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a new file',
    { method: 'PUT', url: address('test%24file.text'), headers: put, body: 'Welcome to Amazon S3.' },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a query without a value',
    { method: 'GET', url: address('', { lifecycle: '' }) },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a list',
    { method: 'GET', url: address('', { prefix: 'J', 'max-keys': 2 }) },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('signs %s as Amazon does', (_, request, signature) => {
  expect(signed(request, signer).authorization.split('Signature=')[1]).toBe(signature)
})

test('a session token is sent and signed', () => {
  const credentials = { ...signer.credentials, sessionToken: 'for-an-hour' }
  const headers = signed({ method: 'GET', url: address('test.txt') }, { ...signer, credentials })
  expect(headers).toMatchObject({ 'x-amz-security-token': 'for-an-hour' })
  expect(headers.authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token')
})

test('a query is sorted and encoded strictly', () => {
  expect(queryOf({ prefix: "a/b c'(1)*!", 'list-type': 2 })).toBe('list-type=2&prefix=a%2Fb%20c%27%281%29%2A%21')
})
