import { isIPv6 } from 'node:net'

/** The IPv4 address, or the /64 network of an IPv6 address, because one caller has at least that. */
export function networkOf(address: string) {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** A network that may be one caller's, and how many times the limit of the smallest it has. */
export type Share = { network: string; times: number }

/**
 * An IPv4 address, or the three networks that providers give to one customer: a /64, a /56 and a /48 of IPv6. The larger
 * ones may also hold several customers.
 */
export function sharesOf(network: string): Share[] {
  const [first, second, third, fourth, ...more] = network.split(':')
  if (fourth === undefined || more.length) return [{ network, times: 1 }]
  const site = `${first}:${second}:${third}`
  return [
    { network, times: 1 },
    { network: `${site}:${(Number.parseInt(fourth, 16) >> 8).toString(16)}/56`, times: 4 },
    { network: `${site}/48`, times: 16 },
  ]
}
