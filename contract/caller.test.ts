import { expect, test } from 'vitest'
import { createCaller, requestOf } from './caller.ts'

test('a call becomes method, path and body', () => {
  expect(requestOf('GET /beats/:id/wave', { params: { id: 7 }, query: { bars: 240 } })).toEqual({
    method: 'GET',
    path: '/api/beats/7/wave?bars=240',
    body: undefined,
  })
  expect(requestOf('POST /auth/logout', { body: { refreshToken: 'x' } })).toEqual({
    method: 'POST',
    path: '/api/auth/logout',
    body: { refreshToken: 'x' },
  })
})
test('parameters cannot leave their place in the path', () => {
  expect(requestOf('GET /beats/:id/wave', { params: { id: '../../me?x#y' } }).path).toBe(
    '/api/beats/..%2F..%2Fme%3Fx%23y/wave',
  )
})
test('undefined values are not sent', () => {
  expect(requestOf('GET /beats/new', { query: { limit: undefined, page: 0 } }).path).toBe('/api/beats/new?page=0')
})

// the compiler must refuse these calls
const call = createCaller(async () => ({}))
// @ts-expect-error there is no such call
void (() => call('GET /beats/nothing'))
// @ts-expect-error its parameters are missing
void (() => call('GET /beats/:id/wave'))
// @ts-expect-error no such type of a query field
void (() => call('GET /beats/new', { query: { limit: {} } }))
// @ts-expect-error a field of the body is missing
void (() => call('POST /auth/login', { body: { email: 'a@slide.test' } }))
