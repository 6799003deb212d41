import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

/** The published contracts of payment providers lie beside the checkout. They are not part of it. */
const FOLDER = process.env['CONTRACTS_DIR'] ?? '../shared/contracts'
export const hasContracts = existsSync(FOLDER)
if (!hasContracts)
  console.warn(
    `Contract checks of payment providers are SKIPPED: there is no ${FOLDER}. CONTRACTS_DIR names another folder.`,
  )

type Schema = { [key: string]: unknown }
type Operation = {
  parameters?: Schema[]
  requestBody?: { content?: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: Schema }

const read = <Kind>(file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Kind

/** An answer is a list of faults. Without the contracts nothing is a fault. */
type Check = (value: unknown) => string[]
export type Contract = {
  request: (method: string, path: string, body: unknown, query: URLSearchParams) => string[]
  reply: (method: string, path: string, body: unknown) => string[]
}
const NO_CHECK: Contract = { request: () => [], reply: () => [] }

/**
 * Checks that wait until somebody asks for their faults. The first check of a kind takes more than a second, on a busy
 * machine ten: too long for a shop that waits for the answer. Checks of requests can't wait, so emulators begin with them.
 */
export function createLateChecks() {
  const waiting: (() => string[])[] = []
  const found: string[] = []
  return {
    add: (check: () => string[]) => void waiting.push(check),
    faults: () => {
      found.push(...waiting.splice(0).flatMap((check) => check()))
      return found
    },
  }
}

/** A document is read once for all tests of a process, and each of its checks is compiled once. */
function once<Given extends unknown[], Made>(read: (file: string, ...given: Given) => Made) {
  const made = new Map<string, Made>()
  return (file: string, ...given: Given) => {
    const known = made.get(file) ?? read(file, ...given)
    made.set(file, known)
    return known
  }
}

type Options = { form?: boolean; openReplies?: boolean }

/**
 * Checks calls by an OpenAPI document. Fields that it doesn't name are faults in requests, and in replies unless they
 * are open. Values of a form are strings, and are read as the type that the document wants.
 */
export const openApi = once((file: string, { form = false, openReplies = false }: Options = {}): Contract => {
  if (!hasContracts) return NO_CHECK
  const document = read<Document>(file)
  const media = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const requests = createAjv(form)
  const replies = createAjv(false)
  replies.addSchema({ $id: 'document', ...(openSchema({ components: document.components }) as Schema) })
  const compiled = new Map<string, ValidateFunction>()

  const operations = Object.entries(document.paths)
    .map(([path, methods]) => ({ path, methods, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
  const find = (method: string, path: string) => {
    const found = operations.find(({ pattern, methods }) => pattern.test(path) && methods[method.toLowerCase()])
    return found && { name: `${method} ${found.path}`, operation: found.methods[method.toLowerCase()]! }
  }
  function check(ajv: Ajv, name: string, schema: () => Schema, value: unknown) {
    const validate = compiled.get(name) ?? ajv.compile(schema())
    compiled.set(name, validate)
    return faultsOf(validate, value)
  }

  return {
    request(method, path, body, query) {
      const found = find(method, path)
      if (!found) return [`there is no ${method} ${path}`]
      const { name, operation } = found
      const named = (operation.parameters ?? []).map((parameter) => String(resolve(parameter, document)['name']))
      const unknown = [...query.keys()].map(withoutIndex).filter((key) => !named.includes(key))
      const schema = operation.requestBody?.content?.[media]?.schema
      if (body === undefined) return unknown.map((key) => `?${key} is not in the contract`)
      return schema ? check(requests, name, () => closed(schema, document), body) : [`${name} takes no body`]
    },
    reply(method, path, body) {
      const found = find(method, path)
      const { '200': ok, '201': created } = found?.operation.responses ?? {}
      const schema = (ok ?? created)?.content?.['application/json']?.schema
      if (!found || !schema) return [`there is no reply of ${method} ${path}`]
      return check(
        replies,
        `reply of ${found.name}`,
        () => (openReplies ? (openSchema(schema) as Schema) : closed(schema, document)),
        body,
      )
    },
  }
})

/** Checks a form by a definition in a file of JSON Schemas. Its objects are closed. */
export const definitionsIn = once((file: string): ((definition: string) => Check) => {
  if (!hasContracts) return () => () => []
  const ajv = createAjv(true)
  ajv.addSchema({ $id: 'definitions', ...read<Schema>(file) })
  return (definition) => (value) => faultsOf(ajv.getSchema(`definitions#/definitions/${definition}`)!, value)
})

/** The documents themselves break rules of JSON Schema: a list names a value twice. */
const createAjv = (form: boolean) =>
  new Ajv({
    strict: false,
    allErrors: true,
    coerceTypes: form,
    validateFormats: false,
    validateSchema: false,
    logger: false,
  })

function faultsOf(validate: ValidateFunction, value: unknown) {
  validate(structuredClone(value)) // ajv writes what it reads from a form into the value
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

const withoutIndex = (key: string) => key.replace(/\[.*$/, '')

function resolve(schema: Schema, document: Document): Schema {
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  const found = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Schema)[key], document)
  return resolve(found as Schema, document)
}

/** A copy of a schema that knows all of its fields: references are followed, parts are merged, objects are closed. */
function closed(schema: Schema, document: Document, within: readonly unknown[] = []): Schema {
  const ref = schema['$ref']
  if (ref && within.includes(ref)) return {}
  if (ref) return closed(resolve(schema, document), document, [...within, ref])
  const parts = (schema['allOf'] as Schema[] | undefined) ?? []
  const inner = (part: Schema) => closed(part, document, within)
  if (parts.length) return parts.map(inner).reduce(merged, inner(withoutKey(schema, 'allOf')))
  const copy = { ...nullableOf(schema) }
  for (const key of ['anyOf', 'oneOf']) if (Array.isArray(copy[key])) copy[key] = (copy[key] as Schema[]).map(inner)
  if (copy['items']) copy['items'] = inner(copy['items'] as Schema)
  if (typeof copy['additionalProperties'] === 'object')
    copy['additionalProperties'] = inner(copy['additionalProperties'] as Schema)
  const properties = copy['properties'] as Record<string, Schema> | undefined
  if (!properties) return copy
  copy['properties'] = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)]))
  return { additionalProperties: false, ...copy }
}

const withoutKey = (schema: Schema, key: string) =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key))

const merged = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  properties: { ...(one['properties'] as Schema), ...(other['properties'] as Schema) },
  required: [...((one['required'] as string[]) ?? []), ...((other['required'] as string[]) ?? [])],
  additionalProperties: false,
})

/** The document's own schema with references that ajv follows. */
function openSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, openSchema(part)]))
  if (typeof copy['$ref'] === 'string') copy['$ref'] = copy['$ref'].replace(/^#/, 'document#')
  return nullableOf(copy)
}

/** OpenAPI 3.0 says `nullable` where JSON Schema wants a type. Its patterns may be none of JavaScript's. */
function nullableOf(schema: Schema): Schema {
  const copy = isPattern(schema['pattern']) ? schema : withoutKey(schema, 'pattern')
  if (copy['nullable'] !== true) return copy
  if (Array.isArray(copy['enum'])) return { ...copy, enum: [...(copy['enum'] as unknown[]), null] }
  return copy['type'] ? copy : { anyOf: [withoutKey(copy, 'nullable'), { type: 'null' }] }
}

function isPattern(pattern: unknown) {
  try {
    return typeof pattern !== 'string' || Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
