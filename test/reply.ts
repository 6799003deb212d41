import { expect } from 'vitest'
import type { Route } from '#contract/caller.ts'
import { isFileReply, type Endpoint } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'

export const endpointsIn = (part: object): Endpoint[] =>
  'reply' in part ? [part as Endpoint] : Object.values(part).flatMap(endpointsIn)
const endpoints = new Map(endpointsIn(contract).map((one) => [`${one.method} ${one.path}`, one]))

export function isFile(route: Route) {
  const reply = endpoints.get(route)?.reply
  return reply !== undefined && isFileReply(reply)
}

/**
 * Fails if the contract does not describe the reply. Parsing drops unknown fields, so none may be missing afterwards.
 */
export function expectReply(route: Route, answer: unknown) {
  const reply = endpoints.get(route)?.reply
  const described = reply && !isFileReply(reply) ? reply.parse(answer) : undefined
  expect(described, `the reply of ${route} must match its contract`).toEqual(answer)
}

/** Fails if the contract does not describe the error details. */
export function expectRefusal(route: Route, { error, details }: ErrorReply) {
  const described = endpoints.get(route)?.errors?.[error]?.parse(details)
  expect(described, `the details of ${error} from ${route} must match its contract`).toEqual(details)
}
