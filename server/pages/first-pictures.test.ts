import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#contract/page.ts'
import { mountApp } from '#server/app.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let http: FastifyInstance
let render: RenderPage

const pageOf = (html: string) => ({
  kind: 'page' as const,
  status: 200,
  html,
  data: {},
  modules: [],
  meta: { title: 'T' },
})
beforeEach(async () => {
  world = await createWorld()
  const web = async () => ({
    keep: 15_000,
    policy: true,
    renderer: async () => ({
      render: (url: string, call: Parameters<RenderPage>[1]) => render(url, call),
      reads: () => [],
    }),
    head: async () => ({ tags: '', styles: [] }),
    frameHead: async () => ({ tags: '', styles: [], script: '' }),
  })
  http = await mountApp(world.app, { web })
})
afterEach(async () => {
  await http.close()
  await world.close()
})

const cover = (folder: string, sizes: string) =>
  `<link rel="preload" as="image" imageSrcSet="/media/${folder}/160.webp 160w, /media/${folder}/320.webp 320w, /media/${folder}/640.webp 640w" imageSizes="(min-width: 769px) 300px, ${sizes}" fetchPriority="high"/>`

test('the first picture is inside the page in the size that a phone shows', async () => {
  const put = (key: string, content: string) =>
    world.app.storage.put(key, Buffer.from(content), { mediaType: 'image/webp' })
  await Promise.all([
    put('covers/a/320.webp', 'middle'),
    put('covers/a/640.webp', 'large'),
    put('covers/b/320.webp', 'next'),
  ])
  render = async (url) =>
    pageOf(`${cover('covers/a', url === '/wide' ? '100vw' : '218px')}${cover('covers/b', '218px')}<main>Hello</main>`)

  for (const [path, picture] of [
    ['/narrow', 'middle'],
    ['/wide', 'large'],
  ] as const) {
    const { body, headers } = await http.inject(path)
    const data = Buffer.from(picture).toString('base64')
    const style = `img[src^="/media/covers/a/"]{background:url(data:image/webp;base64,${data}) 50%/cover}`
    expect(body).toContain(`<style>${style}</style>`)
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(style).digest('base64'))
    expect(body.match(/<link rel="preload" as="image"/g)).toHaveLength(2)
    expect(body.indexOf('</head>')).toBeGreaterThan(body.lastIndexOf('<link rel="preload"'))
    expect(body).toContain('data-ssr><main>Hello</main>')
  }
})

test('a banner’s small form is inside the page, in place of the banner until that has come', async () => {
  const put = (key: string) => world.app.storage.put(key, Buffer.from(key), { mediaType: 'image/webp' })
  await Promise.all([put('banners/a.webp'), put('banners/a-small.webp'), put('banners/b.webp')])
  const link = (src: string) => `<link rel="preload" as="image" href="${src}" fetchPriority="high"/>`
  render = async (url) => pageOf(`${link(`/media/banners${url}.webp`)}<main>Hello</main>`)
  const { body, headers } = await http.inject('/a')
  const data = Buffer.from('banners/a-small.webp').toString('base64')
  const [, style = ''] = /<style>(.*?)<\/style>/.exec(body) ?? []
  expect(style).toContain(
    `img[src="/media/banners/a.webp"]{background:url(data:image/webp;base64,${data}) 100% 100%/cover}`,
  )
  expect(headers['content-security-policy']).toContain(createHash('sha256').update(style).digest('base64'))
  expect((await http.inject('/b')).body).not.toContain('<style>')
  await world.app.storage.put('covers/c/320.webp', Buffer.from('next'), { mediaType: 'image/webp' })
  render = async () => pageOf(`${link('/media/banners/b.webp')}${cover('covers/c', '218px')}<main>Hello</main>`)
  expect((await http.inject('/next')).body, 'the picture that comes next').toContain('img[src^="/media/covers/c/"]')
})

test('a first picture that is large, missing or on another site is loaded separately', async () => {
  await world.app.storage.put('covers/big/320.webp', Buffer.alloc(10_000), { mediaType: 'image/webp' })
  for (const folder of ['covers/big', 'covers/lost', 'covers/../secret', 'covers/"]{}</style>']) {
    render = async () => pageOf(`${cover(folder, '218px')}<main>Hello</main>`)
    const { body, statusCode } = await http.inject(`/${encodeURIComponent(folder)}`)
    expect([statusCode, body.includes('<style>')]).toEqual([200, false])
  }
})

test('a page whose first picture cannot be read, or not in time, works without it, and contains it again later', async () => {
  await world.app.storage.put('covers/a/320.webp', Buffer.from('middle'), { mediaType: 'image/webp' })
  render = async () => pageOf(`${cover('covers/a', '218px')}<main>Hello</main>`)
  const open = vi.spyOn(world.app.storage, 'open').mockRejectedValue(new Error('no storage'))
  const without = await http.inject('/without')
  expect([without.statusCode, without.body.includes('<style>')]).toEqual([200, false])
  open.mockRestore()
  let asked = 0
  // on a busy machine the picture may be late more than once
  const untilThere = () =>
    until(async () => (await http.inject(`/later-${++asked}`)).body.includes('<style>'), 'the picture in the page')
  await untilThere()
  await world.app.storage.put('covers/b/320.webp', Buffer.from('other'), { mediaType: 'image/webp' })
  render = async () => pageOf(`${cover('covers/b', '218px')}<main>Hello</main>`)
  const silent = vi.spyOn(world.app.storage, 'open').mockReturnValue(new Promise(() => {}))
  expect((await http.inject('/silent')).body).not.toContain('<style>')
  silent.mockRestore()
  await untilThere()
})
