import { expect, test } from 'vitest'
import { ApiFailure, detailsOf } from './failure.ts'

const tooLarge = new ApiFailure(413, { error: 'too_large', message: 'Too large.', details: { maxBytes: 10 } })

test('the details of a declared error have their type', () => {
  const maxBytes: number | undefined = detailsOf('POST /me/avatar', tooLarge, 'too_large')?.maxBytes
  expect(maxBytes).toBe(10)
})

test('another error has no such details', () => {
  expect(detailsOf('POST /me/avatar', tooLarge, 'wrong_file_type')).toBeNull()
  expect(detailsOf('POST /me/avatar', new Error('offline'), 'too_large')).toBeNull()
})

// the compiler must refuse
// @ts-expect-error the call declares no such error
void (() => detailsOf('POST /me/avatar', tooLarge, 'cart_changed'))
// @ts-expect-error the call declares no errors
void (() => detailsOf('GET /me', tooLarge, 'too_large'))
