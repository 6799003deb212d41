import type { ReadRoute } from '#contract/caller.ts'

/** What a step of a problem changes elsewhere. */
export const PROBLEM_READS: readonly ReadRoute[] = [
  'GET /problems/:id',
  'GET /me/problems',
  'GET /library',
  'GET /library/:id',
  'GET /purchases/order/:orderId',
]
