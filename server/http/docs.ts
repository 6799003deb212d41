import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Config } from '#server/config.ts'
import { withoutUnused } from './unused-schemas.ts'

/** Serves the contract as OpenAPI 3.1, and a page to read it. Register it before the routes that it describes. */
export async function describeApi(http: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Slide',
        version: '1',
        description:
          'The public API of a Slide marketplace. Sign in with `POST /api/auth/login` and send the access token as a bearer header. ' +
          'Large files are uploaded by tus 1.0 (https://tus.io) at `/api/uploads`, with `purpose` and `filename` in Upload-Metadata.',
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema: { form, ...schema }, ...rest }) =>
      jsonSchemaTransform({ ...rest, schema: form ? { ...schema, body: form } : schema }),
    transformObject: (document) => withoutUnused(jsonSchemaTransformObject(document)),
  })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    // the default policy would switch to https, which a shop on plain http lacks; the page writes a style at run time
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: 'Slide API' },
  })
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger())
}
