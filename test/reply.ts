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

/** Fails on a reply that the contract does not describe. Parsing drops the fields it does not name: none may be gone. */
export function expectReply(route: Route, answer: unknown) {
  const reply = endpoints.get(route)?.reply
  const described = reply && !isFileReply(reply) ? reply.parse(answer) : undefined
  expect(described, `what ${route} answers, as its contract has it`).toEqual(answer)
}

/** Fails on error details that the contract does not describe. */
export function expectRefusal(route: Route, { error, details }: ErrorReply) {
  const described = endpoints.get(route)?.errors?.[error]?.parse(details)
  expect(described, `the details of ${error} that ${route} answers, as its contract has them`).toEqual(details)
}
