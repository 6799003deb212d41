import { expect, test } from 'vitest'
import { Trouble } from '#server/trouble.ts'
import { parseStorageUrl } from './s3-settings.ts'

test('reads key, secret, bucket, endpoint and region', () => {
  expect(parseStorageUrl('s3://KEY:se%2Fcr%2Bet%40@my-bucket?endpoint=http://127.0.0.1:9000&region=eu-1')).toEqual({
    bucket: 'my-bucket',
    region: 'eu-1',
    endpoint: 'http://127.0.0.1:9000',
    credentials: { accessKeyId: 'KEY', secretAccessKey: 'se/cr+et@' },
  })
})

test('leaves missing credentials to a role, and gives compatible servers a region', () => {
  expect(parseStorageUrl('s3://bucket?region=eu-central-1')).toEqual({ bucket: 'bucket', region: 'eu-central-1' })
  expect(parseStorageUrl('s3://K:S@bucket/?endpoint=https://files.example')).toMatchObject({ region: 'us-east-1' })
})

test.each([
  ['https://bucket', 'must start with s3://'],
  ['s3://K:sec/ret@bucket?region=x', 'percent-encode'],
  ['s3://K:sec%ret@bucket?region=x', 'written %25'],
  ['s3://K@bucket?region=x', 'both key and secret'],
  ['s3://K:S@bucket', 'needs a region'],
  ['s3://K:S@b?region=x', 'no valid name'],
  ['s3://K:S@bucket/folder?region=x', 'nothing may follow the bucket'],
  ['s3://K:S@bucket?endpoint=files.example', 'http:// or https://'],
  ['s3://K:S@bucket?region=x&acl=public', '"acl"'],
])('refuses %s, saying why', (url, fault) => {
  expect(() => parseStorageUrl(url)).toThrow(Trouble)
  expect(() => parseStorageUrl(url)).toThrow(fault)
})

test('never repeats the secret', () => {
  expect(() => parseStorageUrl('s3://KEY:hush/hush@bucket')).toThrow(/^(?!.*hush)/s)
})
