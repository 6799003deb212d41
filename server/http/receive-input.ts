import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { discardForm, receiveForm, type ReceivedForm } from '#server/uploads/form.ts'

type Form = { body?: unknown; files?: ReceivedForm['files'] }

/** Runs the handler, after receiving the files and fields if the call is a form. After an error no file stays. */
export async function receiveInput(
  app: App,
  request: FastifyRequest,
  { files, body }: Endpoint,
  handle: (form: Form) => Promise<unknown>,
) {
  if (!files) return handle({})
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : []
  const form = await receiveForm(app, request, request.viewer?.id ?? 0, { files, fields })
  try {
    return await handle({ files: form.files, ...(body && { body: parsed(body, form.fields) }) })
  } catch (error) {
    await discardForm(app, form)
    throw error
  }
}

function parsed(schema: NonNullable<Endpoint['body']>, fields: Record<string, unknown>) {
  const { data, error } = schema.safeParse(fields)
  if (!error) return data
  throw invalid(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.') || 'body', message])))
}
