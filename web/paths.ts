import type { Item } from '#contract/item.ts'
import { urlOf } from '#contract/url-of.ts'
import { kinds, type Many } from '#web/items/kinds.ts'

/** The tabs of the desk to which others lead. */
export type DeskTab =
  | 'review'
  | 'reports'
  | 'people'
  | 'inbox'
  | 'orders'
  | 'payouts'
  | 'promotions'
  | 'codes'
  | 'worklist'
  | 'referrals'
  | 'mail'
  | 'audit'

/** Every address of the site. Components contain no addresses. */
export const paths = {
  home: () => '/',
  style: (slug: string) => `/styles/${encodeURIComponent(slug)}`,
  browse: (query: { type?: Many; featured?: boolean } = {}) =>
    withQuery('/browse', { type: query.type, featured: query.featured ? '1' : undefined }),
  /** New items of the people whom one follows. */
  following: () => '/following',
  charts: (tab?: 'new' | 'popular') => withQuery('/charts', { tab }),
  producers: () => '/producers',
  search: (q?: string) => withQuery('/search', { q }),
  item: ({ kind, slug }: Pick<Item, 'kind' | 'slug'>) => `/${kinds[kind].place}/${encodeURIComponent(slug)}`,
  /** The player for other sites. */
  embed: (item: Pick<Item, 'kind' | 'slug'>) => `${paths.item(item)}/embed`,
  /** The picture for shared links. */
  picture: (slug: string) => `/og/${encodeURIComponent(slug)}.jpg`,
  profile: (id: number | 'me', query: { tab?: string; sort?: string; page?: string } = {}) =>
    withQuery(`/profile/${id}`, query),
  /** The banner of people who have uploaded none. */
  street: (id: number) => `/street/${id}.webp`,
  /** The picture for shared links to a profile. */
  profilePicture: (id: number) => `/og/profile/${id}.jpg`,
  sellBeats: () => '/sell',
  sellKits: () => '/kits',
  upload: (kind: Item['kind']) => withQuery('/upload', { tab: kind === 'BEAT' ? undefined : kinds[kind].one }),
  checkout: () => '/checkout',
  /** A card was charged in the page of the checkout. */
  confirmPayment: ({ sessionId, orderId }: { sessionId: string; orderId: number }) =>
    withQuery('/payment/confirm', { provider: 'stripe', sessionId, orderId: String(orderId) }),
  order: (id: number) => withQuery('/order/complete', { orderId: String(id) }),
  problem: (id: number) => `/problems/${id}`,
  problems: (page = 0) => withQuery('/problems', { page: page ? String(page + 1) : undefined }),
  account: (
    tab?:
      | 'email'
      | 'password'
      | 'socials'
      | 'payouts'
      | 'splits'
      | 'plans'
      | 'codes'
      | 'safety'
      | 'notifications'
      | 'data',
    query: { billing?: string } = {},
  ) => withQuery('/account', { tab, ...query }),
  promos: (query: { tab?: string; kind?: string; page?: string; item?: string; promo?: string } = {}) =>
    withQuery('/promos', query),
  chat: (partner: number, step?: 'list') => `/chat/${partner}${step ? '?list' : ''}`,
  /** Why one is banned, and the appeal. */
  banned: () => '/banned',
  library: (
    query: {
      tab?: string
      q?: string
      sort?: string
      page?: string
      item?: string
      plan?: string
      promo?: string
    } = {},
  ) => withQuery('/library', query),
  /** The public page of a license. */
  license: (number: string) => `/license/${encodeURIComponent(number)}`,
  notifications: (show?: 'all' | 'unread', page = 0) =>
    withQuery('/notifications', {
      show: show === 'unread' ? show : undefined,
      page: page ? String(page + 1) : undefined,
    }),
  /** A tab of the desk. */
  desk: (tab: DeskTab, query: { q?: string; person?: string; show?: string } = {}) =>
    withQuery('/admin', { tab, ...query }),
  about: () => '/about',
  terms: (section?: 'copyright' | 'promotions') => (section ? `/terms#${section}` : '/terms'),
  privacy: () => '/privacy',
  contact: () => '/contact',
  register: (next?: string) => withQuery('/register', { next }),
  signup: () => '/signup',
  googleCallback: () => '/google-callback',
  forgotPassword: () => '/forgot-password',
  login: (next?: string) => withQuery('/login', { next }),
}

function withQuery(path: string, query: Record<string, string | undefined>) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length ? `${path}?${new URLSearchParams(given)}` : path
}

/** The page after signing in: always a page of this site. */
export function safeNext(next: string | null | undefined) {
  const here = 'http://here.invalid'
  const url = next?.startsWith('/') ? urlOf(next, here) : null // parsed as browsers do, with tabs and backslashes
  if (!url) return null
  const { origin, pathname, search, hash } = url
  if (origin !== here || pathname.startsWith('//') || /^\/(login|signup|register|google-callback)\b/.test(pathname))
    return null
  return pathname + search + hash
}
