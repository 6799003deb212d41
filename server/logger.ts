import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino, type DestinationStream } from 'pino'

const SECRETS = ['password', 'accessToken', 'refreshToken', 'token', 'secret']

/**
 * Writes structured lines to standard output. Addresses are logged without their query; bodies and credentials are
 * never logged.
 */
export const createLogger = (level: string, to?: DestinationStream): FastifyBaseLogger => {
  const options = {
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        ...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        // the database quotes the whole row there
        'err.detail',
        'err.aggregateErrors[*].detail',
      ],
      censor: '[hidden]',
    },
    serializers: {
      err: pino.stdSerializers.err,
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.url?.split('?')[0],
        address: request.ip,
      }),
    },
  }
  return to ? pino(options, to) : pino(options)
}
