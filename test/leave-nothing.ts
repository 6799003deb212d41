import { afterAll, vi } from 'vitest'

/** The next test file runs in the same process, so none may leave a stub, a spy or a stopped clock behind. */
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
