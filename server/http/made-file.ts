import type { FastifyReply } from 'fastify'
import type { App } from '#server/services.ts'
import { networkOf } from './networks.ts'
import { readInTurn } from './turns.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' }

/**
 * Sends a file that is made for this reader, to be saved. Making it takes the turns of the reader's address, as other reads
 * do; sending it doesn't, because that lasts as long as the reader wants.
 */
export async function sendMade(
  app: Pick<App, 'config'>,
  reply: FastifyReply,
  name: `${string}.${keyof typeof TYPES}`,
  make: () => Promise<string | Buffer | Uint8Array>,
) {
  const made = await readInTurn(app, networkOf(reply.request.ip ?? ''), make)
  return reply
    .type(TYPES[name.endsWith('.csv') ? 'csv' : 'pdf'])
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(made)
}
