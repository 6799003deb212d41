const isIpv6 = (address: string) => address.includes(':')

/** The network of a provider, roughly: the same place has the same text. */
export const placeOf = (address: string) =>
  isIpv6(address) ? address.split(':').slice(0, 2).join(':') : address.split('.').slice(0, 2).join('.')

/** The address without its end, which is enough for its owner to know it again. */
export function shortAddress(address: string) {
  if (!address) return 'unknown address'
  return isIpv6(address) ? `${placeOf(address)}:…` : `${address.split('.').slice(0, 3).join('.')}.x`
}
