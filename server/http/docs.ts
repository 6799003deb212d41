import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** OpenAPI 3.1 from the contract, and a page to read it; registered before the routes that it describes. */
export async function describeApi(http: FastifyInstance) {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Slide',
        version: '1',
        description:
          'The public API of a Slide marketplace. Sign in with `POST /api/auth/login` and send the access token as a bearer header.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    // its own would upgrade to https, which a shop on plain http has not got; its page writes a style at run time
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: 'Slide API' },
  })
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger())
}
