import type { OpenAPIV3_1 } from 'openapi-types'

/** Each named schema is generated for input and for output. Keeps only schemas that are referred to. */
export function withoutUnused<Described extends object>(document: Described): Described {
  const { components, ...rest } = document as OpenAPIV3_1.Document
  const schemas = components?.schemas ?? {}
  const used = new Set<string>()
  function visit(part: unknown) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name) || !schemas[name]) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit(rest)
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return { ...rest, components: { ...components, schemas: kept } } as Described
}
