import { SUPPORT } from '#contract/support.ts'
import { forbidden } from '#server/errors.ts'
import type { Viewer } from '#server/http/who.ts'

/** One of the two people of a conversation, and the other. */
export type Pair = { self: number; partner: number }

/** The account that a caller reads or writes as: the own one, for admins also the support account. */
export function selfOf(viewer: Viewer, account = viewer.id) {
  if (account !== viewer.id && !(viewer.isAdmin && account === SUPPORT)) throw forbidden()
  return account
}

/** Refuses callers who are neither of the two. */
export function pairOf(viewer: Viewer, one: number, other: number): Pair {
  if (one === viewer.id) return { self: one, partner: other }
  if (other === viewer.id) return { self: other, partner: one }
  return one === SUPPORT ? { self: selfOf(viewer, one), partner: other } : { self: selfOf(viewer, other), partner: one }
}

export const lowAndHigh = ({ self, partner }: Pair) => ({
  lowId: Math.min(self, partner),
  highId: Math.max(self, partner),
})
