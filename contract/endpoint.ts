import type { z } from 'zod'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, with `:name` for parameters. */
  path: string
  /** Who may call: anyone, a signed-in user, or an admin. */
  auth: 'anyone' | 'user' | 'admin'
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  reply: z.ZodType
  /** The reply goes on: server-sent events, each as `reply` says: `{ event, id, data }`. */
  stream?: true
}

export const endpoint = <const E extends Endpoint>(e: E) => e

type Part = 'params' | 'query' | 'body'

/** What the caller passes. */
export type Input<E extends Endpoint> = { [P in keyof E & Part]: E[P] extends z.ZodType ? z.input<E[P]> : never }

/** What the handler gets: the same, parsed. */
export type Parsed<E extends Endpoint> = { [P in keyof E & Part]: E[P] extends z.ZodType ? z.output<E[P]> : never }

export type Reply<E extends Endpoint> = z.output<E['reply']>
