import { expect, test } from 'vitest'
import { ApiFailure, detailsOf } from './failure.ts'

const refused = new ApiFailure(413, { error: 'too_large', message: 'Too large.', details: { maxBytes: 10 } })

test('details come with the error code that the contract declares', () => {
  expect(detailsOf('POST /me/avatar', refused, 'too_large')).toEqual({ maxBytes: 10 })
})

test('another error has no details', () => {
  expect(detailsOf('POST /me/avatar', new ApiFailure(500, {}), 'too_large')).toBeNull()
  expect(detailsOf('POST /me/avatar', new Error('offline'), 'too_large')).toBeNull()
})
