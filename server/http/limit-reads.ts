import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooManyRequests } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { networkOf, sharesOf } from './networks.ts'

/** The reads that an address may make at once, and those that it gets back each second. A busy page makes some twenty. */
const AT_ONCE = 1_500
const EACH_SECOND = 50
/** Addresses that are remembered. One that has not asked for long may ask everything again. */
const MOST_REMEMBERED = 20_000

/** Files cost little, and pages show many of them. Health is asked by balancers. */
const FREE = /^\/(?:assets|media|files)\/|^\/api\/(?:health|ready)$/
/** The database is asked whether a preview may be heard, so these count. */
const isPreview = ({ params }: FastifyRequest) => String((params as { '*'?: string })['*']).startsWith('previews/')

type Left = { calls: number; at: number }

/**
 * Limits the calls and pages of one address, far above what people do. Each node counts for itself, in memory: a row for
 * each read would cost as much as the read.
 */
export function limitReads(http: FastifyInstance, { config, clock }: Pick<App, 'config' | 'clock'>) {
  if (!config.rateLimit) return
  const shares = new Map<string, Left>()

  /** Takes one call of the share. Returns whether one was left. */
  function take(network: string, times: number, now: number) {
    const { calls, at } = shares.get(network) ?? { calls: AT_ONCE * times, at: now }
    const refilled = Math.min(AT_ONCE * times, calls + ((now - at) / 1000) * EACH_SECOND * times)
    const isLeft = refilled >= 1
    shares.delete(network) // to become the newest
    shares.set(network, { calls: isLeft ? refilled - 1 : refilled, at: now })
    if (shares.size > MOST_REMEMBERED) shares.delete(shares.keys().next().value!)
    return isLeft
  }

  function count({ ip }: FastifyRequest) {
    const now = clock.now().getTime()
    for (const { network, times } of sharesOf(networkOf(ip ?? '')))
      if (!take(network, times, now)) throw tooManyRequests(SECONDS)
  }
  http.addHook('onRequest', async (request) => {
    const { url = '' } = request.routeOptions
    if (url !== PAGES && (!FREE.test(url) || (url === MEDIA && isPreview(request)))) count(request)
  })
  // in development the server of the sources answers its hundreds of modules before this
  http.addHook('preParsing', async (request) => {
    if (request.routeOptions.url === PAGES) count(request)
  })
}

const PAGES = '/*'
const MEDIA = '/media/*'
const SECONDS = 5
