/** Names that people could take for the shop, its staff or its addresses. */
const RESERVED = [
  'about',
  'account',
  'accounts',
  'admin',
  'administrator',
  'api',
  'billing',
  'browse',
  'charts',
  'checkout',
  'contact',
  'drill',
  'everyone',
  'help',
  'house',
  'kit',
  'kits',
  'legal',
  'library',
  'login',
  'logout',
  'me',
  'mod',
  'moderator',
  'moderation',
  'noreply',
  'no-reply',
  'null',
  'official',
  'order',
  'orders',
  'pack',
  'packs',
  'payment',
  'payments',
  'payout',
  'payouts',
  'postmaster',
  'privacy',
  'producers',
  'profile',
  'promos',
  'register',
  'root',
  'search',
  'security',
  'sell',
  'signin',
  'signup',
  'slide',
  'slide-admin',
  'slide-help',
  'slide-music',
  'slide-official',
  'slide-support',
  'slide-team',
  'staff',
  'styles',
  'support',
  'system',
  'team',
  'terms',
  'track',
  'undefined',
  'upload',
  'user',
  'users',
  'webmaster',
]

/**
 * One key for all handles that look alike. It ignores case and separators, and treats similar letters as equal: l, I
 * and 1; O and 0; S and 5; rn and m; vv and w.
 */
export const handleKey = (handle: string) =>
  handle
    .toLowerCase()
    .replaceAll(/[_.-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1l]/g, 'i')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const reservedKeys = new Set(RESERVED.map(handleKey))

/** Handles that begin like the shop's staff are reserved too: Admin-1, Slide_Support, Support.Team. */
const STAFF = /^(admin|support|moderator|siide(hq|admin|support|team|staff|officiai|pay|heip|mod))/

export function isReserved(handle: string) {
  const key = handleKey(handle)
  return STAFF.test(key) || reservedKeys.has(key) || reservedKeys.has(key.replace(/\d+$/, ''))
}
