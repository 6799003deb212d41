import type { ReadRoute } from '#contract/caller.ts'

/** Answers that a step of a problem changes. */
export const PROBLEM_READS: readonly ReadRoute[] = [
  'GET /problems/:id',
  'GET /me/problems',
  'GET /library',
  'GET /library/:id',
  'GET /purchases/order/:orderId',
]
