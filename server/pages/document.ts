import { createHash } from 'node:crypto'
import type { Meta, Page } from '#contract/page.ts'

/** Scripts and styles of a page. They come from different places in development and in production. */
export type Head = {
  tags: string
  styles: string[]
  /** They stand in the body: in the head they hold back the first paint until they are loaded, for 50 ms at most. */
  fonts?: string
}
/** The player for other sites also has its script inside the document. */
export type FrameHead = Head & { script: string }

// Set before first paint, so that CSS shows the right header without a flash.
const AUTH_FLAG = `try{document.documentElement.dataset.auth=JSON.parse(localStorage.getItem('auth')||'{}').token?'in':'out'}catch{}`
// Records presses until the other scripts have loaded and replay them.
const EARLY_PRESSES = `early=new AbortController;early.touched=new Set;for(const[type,what]of[['click','button'],['change','select,[type=radio],[type=checkbox],[type=range]']])addEventListener(type,e=>{const hit=e.target.closest(what);hit&&early.touched.add(hit)},early)`
const FIRST_SCRIPT = `${AUTH_FLAG}${EARLY_PRESSES}`

type Where = {
  origin: string
  path: string
  /** The pages of payments have another content policy than this shop's other pages (`web/checkout-document.ts`). */
  paysApart?: boolean
  /** The shop has sign-in with Google (`web/session/google.ts`). */
  google?: boolean
}

export function documentOf(
  page: Exclude<Page, { kind: 'redirect' | 'frame' }>,
  head: Head,
  { origin, path, paysApart = false, google = false }: Where,
): string {
  const root =
    page.kind === 'page'
      ? `<div id="root" data-ssr>${page.html}</div>`
      : '<div id="root"><noscript><p class="wrap pt-12 text-lg">This page needs JavaScript. <a href="/" class="underline">Back to Home</a></p></noscript></div>'
  // not executed, so the content policy needs no hash; '<' escaped, so it cannot end early
  const data = page.kind === 'page' ? `<script type="application/json" id="data">${json(page.data)}</script>` : ''
  return `<!doctype html>
<html lang="en" data-auth="out"${paysApart ? ' data-pays="apart"' : ''}${google ? ' data-google' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${metaTags(page.meta, origin, path)}
<meta name="theme-color" content="#0a0c13">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<script>${FIRST_SCRIPT}</script>
${head.tags}${stylesIn(head)}
</head>
<body>${head.fonts ?? ''}${root}${data}</body>
</html>`
}

/** The player on other sites: one small document that contains everything. */
export const frameOf = (page: Extract<Page, { kind: 'frame' }>, head: FrameHead) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${text(page.title)}</title>
<meta name="robots" content="noindex">
${head.tags}${stylesIn(head)}
</head>
<body>${page.html}${page.data === undefined ? '' : scriptOf(page.data, head)}</body>
</html>`

const scriptOf = (data: unknown, { script }: FrameHead) =>
  `<script type="application/json" id="data">${json(data)}</script><script type="module">${script}</script>`
const stylesIn = ({ styles }: Head) => styles.map((style) => `<style>${style}</style>`).join('')

const HOUSE = { path: '/og.jpg', alt: 'Slide, the #1 drill marketplace' }

function metaTags(
  { title, description, canonical, type = 'website', image = HOUSE, embeddable, noindex, structured }: Meta,
  origin: string,
  path: string,
): string {
  const address = `${origin}${canonical ?? path}`
  const tags = [
    `<title>${text(title)}</title>`,
    property('og:title', title),
    property('og:type', type),
    property('og:site_name', 'Slide'),
    property('og:url', address),
    property('og:image', `${origin}${image.path}`),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', image.alt),
    `<meta name="twitter:card" content="summary_large_image">`,
  ]
  if (description)
    tags.push(`<meta name="description" content="${text(description)}">`, property('og:description', description))
  if (noindex) tags.push('<meta name="robots" content="noindex">')
  else tags.push(`<link rel="canonical" href="${text(address)}">`)
  if (embeddable)
    tags.push(
      `<link rel="alternate" type="application/json+oembed" title="${text(title)}" href="${text(`${origin}/api/oembed?${new URLSearchParams({ url: address, format: 'json' })}`)}">`,
    )
  if (structured) tags.push(`<script type="application/ld+json">${json(structured, absolute(origin))}</script>`)
  return tags.join('\n')
}

/** The policy of one document. It uses hashes, because a nonce in a cached document is no secret. */
export const contentPolicy = (head: Head) => policyOf(head, { script: FIRST_SCRIPT })

/** The policy of the pages on which a card is charged: Stripe's script, its frames and its API are allowed, too. */
export const paymentPolicy = (head: Head) => policyOf(head, { script: FIRST_SCRIPT, ...STRIPE })
const STRIPE = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  frames: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  calls: ' https://api.stripe.com',
}

/** The only document that other sites may show in a frame. */
export const framePolicy = (head: FrameHead) => policyOf(head, { script: head.script, framedBy: '*' })

type Allowed = { script: string; framedBy?: string; scripts?: string; frames?: string; calls?: string }

function policyOf({ styles }: Head, { script, framedBy = "'none'", scripts = '', frames = '', calls = '' }: Allowed) {
  return [
    "default-src 'self'",
    `script-src 'self' '${hashOf(script)}'${scripts}`,
    ["style-src 'self'", ...styles.map((style) => `'${hashOf(style)}'`)].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    ...(calls ? [`connect-src 'self'${calls}`] : []),
    ...(frames ? [`frame-src 'self'${frames}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}

const LONG = 20_000 // characters; the style of a first picture is shorter
const hashes = new Map<string, string>()

/** Long sources are the shop's own: few, and on all pages. */
function hashOf(source: string) {
  const known = hashes.get(source)
  if (known) return known
  const hash = sha256(source)
  if (source.length >= LONG) hashes.set(source, hash)
  return hash
}
const sha256 = (source: string) => `sha256-${createHash('sha256').update(source).digest('base64')}`
const json = (value: unknown, replacer?: (key: string, value: unknown) => unknown) =>
  JSON.stringify(value, replacer).replaceAll('<', '\\u003c')
/** Pages know paths without an origin. */
const absolute = (origin: string) => (key: string, value: unknown) =>
  ['url', 'image', 'item', '@id'].includes(key) && typeof value === 'string' ? new URL(value, origin).href : value
const text = (s: string) => s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const property = (name: string, content: string) => `<meta property="${name}" content="${text(content)}">`
