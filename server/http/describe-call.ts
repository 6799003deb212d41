import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { isFileReply, type Endpoint } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/errors.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** The body in the documentation. The form itself is validated while it is received. */
    form?: z.ZodType
  }
}

/** The schemas that Fastify validates a call with, and that its documentation is made from. */
export function schemaOf(tag: string, call: string, endpoint: Endpoint): FastifySchema {
  const { auth, summary, params, query, headers, body, files } = endpoint
  return {
    operationId: `${tag}.${call}`,
    summary,
    tags: [tag],
    security: auth === 'anyone' ? [] : [{ bearer: [] }],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(files ? { form: formSchema(endpoint), consumes: ['multipart/form-data'] } : body && { body }),
    response: { 200: replySchema(endpoint), '4xx': errorSchema(endpoint) },
  }
}

const bytes = z.string().meta({ format: 'binary' })

function formSchema({ body, files = {} }: Endpoint) {
  const parts = Object.entries(files).map(
    ([name, { optional }]) => [name, optional ? bytes.optional() : bytes] as const,
  )
  const fields = body instanceof z.ZodObject ? body : z.object({})
  return fields.extend(Object.fromEntries(parts))
}

function replySchema({ reply, stream }: Endpoint) {
  if (isFileReply(reply)) return fileSchema(reply.fileTypes)
  return stream ? eventsSchema(reply) : reply
}

const fileSchema = (types: readonly string[]) => ({
  description: 'The bytes of the file; Range and HEAD work.',
  content: Object.fromEntries(types.map((type) => [type, { schema: bytes }])),
})

const eventsSchema = (event: z.ZodType) => ({
  description: 'Server-sent events, each with these three fields; its data are JSON.',
  content: { 'text/event-stream': { schema: event } },
})

function errorSchema({ errors = {} }: Endpoint) {
  const [first, ...more] = Object.entries(errors).map(([code, details]) =>
    ErrorReply.extend({ error: z.literal(code), details }),
  )
  return first ? z.union([first, ...more, ErrorReply]) : ErrorReply
}
