import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Meta } from '#contract/page.ts'
import { contentPolicy, documentOf } from './document.ts'

const WHERE = { origin: 'https://beats.example', path: '/asked' }
const head = { tags: '<script type="module" src="/assets/entry.js"></script>', styles: ['a>b{color:red}/*"\'*/'] }
const documentWith = (meta: Partial<Meta>, data: unknown = {}) =>
  documentOf(
    { kind: 'page', status: 200, html: '<main>Hello</main>', modules: [], data, meta: { title: 'Title', ...meta } },
    head,
    WHERE,
  )
const HOSTILE = `"><script>alert('1')</script>&lt;</title>`
const sha256 = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

test('page data survives unchanged and cannot end its script element', () => {
  const data = {
    title: '</script><script>alert(1)</script>',
    comment: '<!-- <script>',
    lines: '\u2028\u2029',
    deep: [{ '</': 1 }],
  }
  const html = documentWith({}, data)
  const [, json = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(data)
  expect(json).not.toContain('<')
})

test('titles and descriptions stay text, whatever they contain', () => {
  const html = documentWith({
    title: HOSTILE,
    description: HOSTILE,
    image: { path: `/og/${HOSTILE}`, alt: HOSTILE },
    embeddable: true,
    canonical: `/beat/${HOSTILE}`,
    structured: { name: HOSTILE },
  })
  expect(html).not.toContain('<script>alert')
  expect(html.match(/<script\b/g)).toHaveLength(4) // the flag, the entry, the structured data and the page data
  expect(html.match(/<\/title>/g)).toHaveLength(1)
  expect(html).toContain(`<title>&quot;>&lt;script>alert('1')&lt;/script>&amp;lt;&lt;/title></title>`)
  const [, structured = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(structured)).toEqual({ name: HOSTILE })
})

test('an address from the request is escaped too', () => {
  const html = documentOf({ kind: 'empty', modules: [], meta: { title: 'T' } }, head, {
    origin: `http://h"><b>`,
    path: '/"><b>',
  })
  expect(html).not.toContain('"><b>')
})

test('head tags carry the canonical address; hidden pages say noindex', () => {
  expect(documentWith({})).toContain('<link rel="canonical" href="https://beats.example/asked">')
  const found = documentWith({
    canonical: '/true',
    image: { path: '/og/a.jpg', alt: 'A "b"' },
    type: 'music.song',
    embeddable: true,
    description: 'About',
  })
  for (const tag of [
    '<link rel="canonical" href="https://beats.example/true">',
    '<meta property="og:url" content="https://beats.example/true">',
    '<meta property="og:type" content="music.song">',
    '<meta property="og:image" content="https://beats.example/og/a.jpg">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="A &quot;b&quot;">',
    '<meta name="twitter:card" content="summary_large_image">',
    'type="application/json+oembed" title="Title" href="https://beats.example/api/oembed?url=https%3A%2F%2Fbeats.example%2Ftrue&amp;format=json">',
    '<meta name="description" content="About">',
    '<meta property="og:description" content="About">',
  ])
    expect(found).toContain(tag)
  expect(documentWith({})).toContain('<meta property="og:image" content="https://beats.example/og.jpg">')
  expect(documentWith({})).not.toContain('oembed')
  const hidden = documentWith({ noindex: true })
  expect(hidden).toContain('<meta name="robots" content="noindex">')
  expect(hidden).not.toContain('canonical')
})

test('a signed-in screen is the same document with an empty root', () => {
  const html = documentOf({ kind: 'empty', modules: [], meta: { title: 'Mine', noindex: true } }, head, WHERE)
  expect(html).toContain('<div id="root"><noscript><p class="wrap pt-12 text-lg">This page needs JavaScript.')
  expect(documentWith({})).toContain('<body><div id="root" data-ssr><main>Hello</main></div>')
})

test('the content policy allows only the scripts and styles of the document', () => {
  const html = documentWith({ structured: { name: 'x' } })
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source = '']) => sha256(source))
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, source = '']) => sha256(source))
  expect([inline.length, styles.length]).toEqual([1, 1])
  const policy = Object.fromEntries(
    contentPolicy(head)
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )
  expect(policy['script-src']).toEqual(["'self'", ...inline])
  expect(policy['style-src']).toEqual(["'self'", ...styles])
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
  expect(contentPolicy(head)).not.toContain('unsafe')
  expect(html).not.toMatch(/\son\w+=|style="|javascript:/)
})

test('the policy of a document without styles allows none', () => {
  const html = documentOf({ kind: 'empty', modules: [], meta: { title: 'T' } }, { tags: '', styles: [] }, WHERE)
  expect(html).not.toContain('<style')
  expect(contentPolicy({ tags: '', styles: [] })).toContain("style-src 'self';")
})
