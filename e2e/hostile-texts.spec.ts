import type { APIRequestContext, Page } from '@playwright/test'
import { buyByCard } from './buy.ts'
import { approve } from './studio.ts'
import { DEMO_PASSWORD, expect, keepSession, somebody, test } from './test.ts'
import { asFile, wavFile } from './uploads.ts'

/**
 * Elements with handlers, a script that ends the page's own, an address that runs, characters that turn the direction, and
 * invisible ones. The word at the beginning shows where it came from.
 */
const evil = (word: string) =>
  `${word} \u202E\u2067\u200B\u2060"' <img src=x onerror="hit('${word}')"><svg onload="hit('${word}')"></svg>` +
  `</script><script>hit('${word}')</script> javascript:hit('${word}') {{hit('${word}')}} \${hit('${word}')}`
/** For names. Titles lose their angle brackets. */
const evilName = (word: string) => `${word} \u202E\u2066\u200B"onfocus=hit() x="<b onclick=hit()>`
const TURNS = /[\u202A-\u202E\u2066-\u2069]/

async function account(request: APIRequestContext, person = somebody()) {
  await request.post('/api/auth/register', { data: person })
  const login = await request.post('/api/auth/login', { data: person })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const { id } = (await (await request.get('/api/auth/me', { headers })).json()) as { id: number }
  const ask = async <Reply>(method: 'get' | 'post' | 'patch', path: string, data?: object) => {
    const reply = await request[method](`/api${path}`, { headers, ...(data && { data }) })
    expect(reply.status(), `${path} ${await reply.text()}`).toBe(200)
    return (await reply.json()) as Reply
  }
  return { ...person, id, headers, ask }
}

/** Writes hostile text into every field that people fill. Gives the pages that show it, with the words on each. */
async function plant(page: Page) {
  const { request } = page
  const [seller, buyer] = [await account(request), await account(request)]
  const admin = await account(request, { email: 'admin@slide.test', password: DEMO_PASSWORD, displayName: 'x' })
  const key = seller.displayName.replaceAll('-', '')

  // names, pages on other sites and names on licenses can't be hostile
  for (const [path, data] of [
    ['/me/profile', { username: evilName('name') }],
    ['/me/profile', { instagram: 'javascript:hit()' }],
    ['/me/profile', { youtube: 'data:text/html,<script>hit()</script>' }],
    ['/me/legal-name', { legalName: evilName('legal') }],
  ] as const) {
    const refused = await request.patch(`/api${path}`, { headers: seller.headers, data })
    expect(refused.status(), JSON.stringify(data)).toBe(400)
  }
  await seller.ask('patch', '/me/profile', { bio: evil('bio') })
  const licenses = [{ type: 'MP3', price: 24.95 }]
  await seller.ask('post', '/me/license-presets', { name: 'preset "><b onclick=hit()>'.slice(0, 40), licenses })

  const meta = {
    title: evilName(`title${key}`),
    description: evil('description'),
    bpm: 61,
    genre: 'Field <b>recording',
    tags: ['tag <i onclick=hit()>'],
    fansOf: [evilName('fans').slice(0, 40)],
    licenses,
  }
  const uploaded = await request.post('/api/beats/upload', {
    headers: seller.headers,
    multipart: { meta: JSON.stringify(meta), audio: asFile(wavFile(6), '"><img src=x onerror=hit()>.wav') },
  })
  expect(uploaded.status(), await uploaded.text()).toBe(200)
  type Own = { id: number; statusLabel: string; publicUrl: string | null }
  const own = async () => (await seller.ask<{ items: Own[] }>('get', '/me/items')).items[0]
  await expect.poll(async () => (await own())?.statusLabel, { timeout: 90_000 }).toBe('In review')
  const { id } = (await own())!
  await admin.ask('post', `/admin/beats/${id}/reject`, { reason: evil('rejection') })
  await seller.ask('post', `/me/items/${id}/resubmit`)
  await approve(request, 'beats', id)
  const item = (await own())!.publicUrl!
  const slug = item.split('/').at(-1)!

  const comment = await buyer.ask<{ id: number }>('post', `/beats/${id}/comments`, { text: evil('comment') })
  await seller.ask('post', `/comments/${comment.id}/report`, { reason: evil('report') })
  await buyer.ask('post', `/items/${id}/report`, { reason: evil('itemreport') })
  await buyer.ask('post', `/users/${seller.id}/report`, { reason: evil('personreport') })
  await buyer.ask('post', '/chat/send', { senderId: buyer.id, receiverId: seller.id, content: evil('message') })
  await buyer.ask('post', '/chat/send', {
    senderId: buyer.id,
    receiverId: seller.id,
    content: 'https://slide.example/"onclick=hit() javascript:hit()',
    itemId: id,
  })
  await buyer.ask('post', '/contact', {
    name: evilName('writer'),
    email: buyer.email,
    topic: 'Buying',
    message: evil('contact'),
  })
  await admin.ask('post', `/admin/people/${buyer.id}/notes`, { body: evil('note') })
  await admin.ask('post', '/admin/reasons', {
    name: `canned${key}"<b onclick=hit()>`.slice(0, 40),
    sentence: evil('canned'),
  })
  const synonym = { words: 'word', means: '"><img src=x onerror=hit()>' }
  const refused = await request.post('/api/admin/synonyms', { headers: admin.headers, data: synonym })
  expect(refused.status(), await refused.text()).toBe(400)

  const { orderId } = await buyByCard(page, buyer, [{ type: 'beat', slug, licenseType: 'MP3' }])
  type Purchase = { purchaseId: number; licenseNumber: string }
  const [purchase] = await buyer.ask<[Purchase]>('get', '/purchases/mine')
  const problem = await buyer.ask<{ id: number }>('post', `/purchases/${purchase.purchaseId}/problem`, {
    reason: 'broken',
    text: evil('problem'),
  })
  await seller.ask('post', `/problems/${problem.id}/answer`, { text: evil('answer') })

  const title = `title${key}`
  const shown: [who: { email: string; password: string } | null, path: string, words: string[]][] = [
    [null, `/profile/${seller.id}`, [title]],
    [null, `/profile/${seller.id}?tab=about`, ['bio']],
    [null, item, [title, 'description', 'comment', 'tag']],
    [null, `${item}/embed`, [title]],
    [null, '/browse', []],
    [null, `/search?q=${encodeURIComponent(evil(title))}`, []],
    [null, `/search?q=${title}`, [title]],
    [null, '/charts?tab=new', []],
    [null, `/styles/%22%3E%3Cscript%3Ehit()%3C/script%3E`, []],
    [seller, '/profile/me', [title]],
    [seller, '/sell', [title]],
    [seller, `/chat/${buyer.id}`, ['message']],
    [seller, '/notifications', [title]],
    [seller, '/problems', [title]],
    [seller, `/problems/${problem.id}`, ['problem', 'answer']],
    [seller, '/account', ['bio']],
    [seller, '/upload', []],
    [null, `/license/${purchase.licenseNumber}`, [title]],
    [buyer, '/library', [title]],
    [buyer, `/order/complete?orderId=${orderId}`, [title]],
    [buyer, `/problems/${problem.id}`, ['problem', 'answer']],
    [buyer, `/chat/${seller.id}`, ['message']],
    [admin, '/admin?tab=review', []],
    [admin, '/admin?tab=reports', ['report', 'itemreport', 'personreport', title]],
    [admin, '/admin?tab=inbox', []],
    [admin, `/admin?tab=orders&order=${orderId}`, []],
    [admin, '/admin?tab=mail', [title]],
    [admin, '/admin?tab=search', []],
    [admin, '/admin?tab=audit', [title]],
  ]
  return shown
}

/** Everything on the page that a text has made, or that it could do. */
const harmOn = (page: Page) =>
  page.evaluate((turns) => {
    const all = [...document.querySelectorAll('*')]
    const faults = all.flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name.startsWith('on') || /^\s*(javascript|data:text)/i.test(value))
        .map(({ name, value }) => `<${element.localName} ${name}="${value}">`),
    )
    const values = all.map((element) => (element instanceof HTMLInputElement ? element.value : ''))
    const texts = [document.title, document.documentElement.outerHTML, ...values].join('\n')
    const at = texts.search(new RegExp(turns))
    return { faults, turned: at < 0 ? '' : texts.slice(Math.max(0, at - 60), at + 60) }
  }, TURNS.source)

/** Gives what texts execute, on all pages that follow. */
async function executedOn(page: Page) {
  const executed: string[] = []
  await page.exposeFunction('hit', (word = 'something') => void executed.push(String(word)))
  page.on('dialog', (dialog) => {
    executed.push('a dialog')
    void dialog.dismiss()
  })
  return executed
}

// The content policy would stop a script on its own, so the pages are visited without it.
test.use({ bypassCSP: true })

test('hostile texts are inert on every page that shows them', async ({ page, harmless }) => {
  test.setTimeout(300_000)
  harmless.push(/status of 404/) // a style of that name does not exist
  const proof = await page.context().newPage()
  const noticed = await executedOn(proof)
  await proof.goto('/about')
  await proof.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), evil('proof'))
  await expect.poll(() => noticed, 'an execution is noticed').toContain('proof')
  const { faults, turned } = await harmOn(proof)
  expect(faults.length).toBeGreaterThan(1)
  expect(turned).toContain('proof')

  const executed = await executedOn(page)
  const shown = await plant(page)
  let who: string | null = null
  for (const [person, path, words] of shown) {
    if (person && person.email !== who) await keepSession(page, person.email, person.password)
    who = person?.email ?? who
    await test.step(path, async () => {
      await page.goto(path)
      for (const word of words)
        await expect.soft(page.locator('body'), `${word} on ${path}`).toContainText(word, { timeout: 8_000 })
      expect.soft(await harmOn(page), path).toEqual({ faults: [], turned: '' })
      expect.soft(executed, path).toEqual([])
    })
  }
})
