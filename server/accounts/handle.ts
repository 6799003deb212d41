export const HANDLE_TAKEN = 'That name is taken, or reads like one that is.'
export const HANDLE_RESERVED = 'That name is reserved. Choose another.'

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

/**
 * Names of the shop, its offices and the houses that move its money, also together with words that claim to be a part of
 * it: realslide, Slide_Bot, billing_dept.
 */
const OFFICES =
  'admin billing moderation moderator official payment payments payout payouts paypal security slide staff stripe support'.split(
    ' ',
  )
const CLAIMS = (
  'app beats bot care dept desk drill help hq info label mail market media mod music my news online original pay real ' +
  'records refunds service shop site store studio team the true verified web'
).split(' ')
const anyOf = (words: string[]) => `(?:${words.map(handleKey).join('|')})`
const claimsOffice = new RegExp(
  `^${anyOf([...OFFICES, ...CLAIMS])}*${anyOf(OFFICES)}${anyOf([...OFFICES, ...CLAIMS])}*$`,
)

export const isReserved = (handle: string) => [...withoutDigits(handle)].map(handleKey).some(isReservedKey)

const isReservedKey = (key: string) => STAFF.test(key) || reservedKeys.has(key) || claimsOffice.test(key)

/**
 * The handle with fewer and fewer digits at its ends, and without any: Slide24Support. The key would make letters of
 * some: Slide1 would be 'slidei'.
 */
function* withoutDigits(handle: string) {
  const plain = handle.replaceAll(/[_.-]/g, '')
  const before = /^\d*/.exec(plain)![0].length
  const after = /\d*$/.exec(plain)![0].length
  yield plain.replaceAll(/\d/g, '')
  for (let first = 0; first <= before; first++)
    for (let last = 0; last <= after; last++) yield plain.slice(first, Math.max(first, plain.length - last))
}
