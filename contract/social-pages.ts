import { urlOf } from './url-of.ts'

/**
 * People's pages on other sites. This file imports no zod: forms use it during typing, the server when it receives a
 * page.
 */
export const SOCIAL_PAGES = {
  instagram: { name: 'Instagram', site: 'instagram.com', start: 'https://instagram.com/' },
  twitter: { name: 'Twitter (X)', site: 'x.com', alias: 'twitter.com', start: 'https://x.com/' },
  youtube: { name: 'YouTube', site: 'youtube.com', alias: 'youtu.be', start: 'https://youtube.com/@' },
  facebook: { name: 'Facebook', site: 'facebook.com', alias: 'fb.com', start: 'https://facebook.com/' },
  soundcloud: { name: 'SoundCloud', site: 'soundcloud.com', start: 'https://soundcloud.com/' },
  tiktok: { name: 'TikTok', site: 'tiktok.com', start: 'https://tiktok.com/@' },
} as const
export type Network = keyof typeof SOCIAL_PAGES
export const NETWORKS = Object.keys(SOCIAL_PAGES) as Network[]

/** Whether an address is on the network's own site. Any address may be entered, but only such a page bears the name. */
export function isOnNetwork(network: Network, address: string) {
  const { site, ...more } = SOCIAL_PAGES[network]
  const { hostname } = new URL(address)
  const sites = [site, ...('alias' in more ? [more.alias] : [])]
  return sites.some((one) => hostname === one || hostname.endsWith(`.${one}`))
}

const LONGEST = 200
/** At least two names with a point between them. */
const HOST = /^(?:[^.]+\.)+[^.]+\.?$/
const NAME = /^[\p{L}\p{M}\p{N}_.-]+$/u

/** An address of the web that may become a link. Credentials in an address hide where it leads. */
export function isWebAddress(text: string) {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) && urlOf(text)
  return Boolean(url && !url.username && !url.password && HOST.test(url.hostname))
}

/**
 * The full link of what somebody typed: an address is kept, a name becomes the address of its page. Any other text stays
 * as it is, and `faultOfSocialPage` refuses it.
 */
export function shapeSocialPage(network: Network, typed: string) {
  const text = typed.trim()
  if (!text || /^https?:\/\//i.test(text)) return text
  const { site, start } = SOCIAL_PAGES[network]
  if (new RegExp(`^(?:www\\.|m\\.)?${site}/`, 'i').test(text)) return `https://${text}`
  const name = text.replace(/^@/, '')
  return NAME.test(name) ? start + encodeURI(name) : text
}

export function faultOfSocialPage(page: string): string | undefined {
  if (!page) return undefined
  if (page.length > LONGEST) return `Use at most ${LONGEST} characters.`
  return isWebAddress(page) ? undefined : 'Enter your name there, or an address that begins with https://.'
}
