import { expect } from 'vitest'
import type { Route } from '#contract/caller.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

export const endpointsIn = (part: object): Endpoint[] =>
  'reply' in part ? [part as Endpoint] : Object.values(part).flatMap(endpointsIn)
const replies = new Map(endpointsIn(contract).map(({ method, path, reply }) => [`${method} ${path}`, reply]))

/** Fails on a reply that the contract does not describe. Parsing drops the fields it does not name: none may be gone. */
export const expectReply = (route: Route, answer: unknown) =>
  expect(replies.get(route)?.parse(answer), `what ${route} answers, as its contract has it`).toEqual(answer)
