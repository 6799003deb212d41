import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { createDb, createPool, type Db } from '#server/db/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { Trouble } from '#server/trouble.ts'
import { cloneTemplate } from '#test/database.ts'
import { partOf, startSmtp } from '#test/smtp.ts'
import type { Template } from './letter.ts'
import { BadMessage, createMail } from './mail.ts'
import { deliverMail } from './smtp.ts'

const DAY = 24 * 60 * 60 * 1000
const MESSAGE = { to: 'buyer@slide.test', subject: 'Zażółć', body: 'Your beat: https://slide.test/x?a=1\n\n.\nBye' }
type Facts = { subject: string; body: string; secret?: string }
const plain: Template<Facts> = {
  kind: 'plain',
  compose: ({ subject, body, secret }) => ({
    subject,
    lines: ['uk'],
    title: 'Hello',
    blocks: [
      { type: 'quote', text: body },
      { type: 'button', label: 'Open', path: `/open?token=${secret ?? ''}` },
    ],
    footer: 'Bye',
    ...(secret && { secret }),
  }),
}
const news: Template<Facts> = { ...plain, kind: 'news', topic: 'updates' }
const mailFrom = 'Slide <no-reply@slide.test>'

let database: Awaited<ReturnType<typeof cloneTemplate>>
let pool: ReturnType<typeof createPool>
let db: Db
beforeAll(async () => {
  database = await cloneTemplate(inject('serverUrl'))
  pool = createPool(database.url, { onError: () => {} })
  db = createDb(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await db.deleteFrom('mail').execute()
})

const listMail = (db: Db, { limit }: { limit: number }) =>
  db.selectFrom('mail').selectAll().orderBy('id', 'desc').limit(limit).execute()

async function jobs() {
  const { rows } = await sql<{ name: string; payload: unknown }>`
    select task.identifier as name, payload
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    order by job.id`.execute(db)
  return rows
}

const mailWith = (smtpUrl?: string, from = mailFrom) =>
  createMail({
    config: { smtpUrl, mailFrom: from },
    enqueue,
    clock: systemClock,
    secret: new Uint8Array(32),
    origin: () => 'https://slide.test',
  })

async function write({ to, ...facts }: Facts & { to: string } = MESSAGE, smtpUrl?: string) {
  await db.transaction().execute((tx) => mailWith(smtpUrl).send(tx, plain, to, facts))
  return (await listMail(db, { limit: 1 }))[0]!
}
const rowOf = async (id: number) => (await listMail(db, { limit: 100 })).find((row) => row.id === id)

describe('enqueuing', () => {
  test('without SMTP a mail is a row and no job', async () => {
    const row = await write()
    expect(row).toMatchObject({
      recipient: MESSAGE.to,
      subject: MESSAGE.subject,
      kind: 'plain',
      text: `Slide\n\nHello\n\n${MESSAGE.body}\n\nOpen\nhttps://slide.test/open?token=\n\nBye\n`,
      html: expect.stringContaining('https://slide.test/open?token='),
      unsubscribeUrl: null,
      sentAt: null,
      failure: null,
      dueAt: null,
    })
    expect(row.messageId).toMatch(/^<[\w-]{36}@slide\.test>$/)
    expect(await jobs()).toEqual([])
  })

  test('with SMTP a mail is also a job; a rollback takes both along', async () => {
    const undone = db.transaction().execute(async (tx) => {
      await mailWith('smtp://127.0.0.1').send(tx, plain, MESSAGE.to, MESSAGE)
      throw new Error('the order failed')
    })
    await expect(undone).rejects.toThrow('the order failed')
    expect([await listMail(db, { limit: 1 }), await jobs()]).toEqual([[], []])
    const { id, dueAt } = await write(MESSAGE, 'smtp://127.0.0.1')
    expect(dueAt).toEqual(expect.any(Date))
    expect(await jobs()).toEqual([{ name: 'send-mail', payload: { mailId: id } }])
  })

  test.each([
    { to: 'a@slide.test\r\nBcc: b@slide.test' },
    { to: 'a@slide.test, b@slide.test' },
    { to: 'A <a@slide.test>' },
    { to: 'nobody' },
    { to: '' },
    { subject: 'Hello\r\nBcc: b@slide.test' },
    { subject: 'Hello\nX: y' },
  ])('refuses %j', async (part) => {
    await expect(write({ ...MESSAGE, ...part })).rejects.toThrow(BadMessage)
    expect(await listMail(db, { limit: 1 })).toEqual([])
  })

  test.each(['Slide', 'Slide <no-reply>', 'a@slide.test\r\nBcc: <b@slide.test>', ''])(
    'does not start with the sender %j',
    (from) => {
      expect(() => mailWith(undefined, from)).toThrow(Trouble)
    },
  )

  test('ten mails with one key at once are one mail and one job', async () => {
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    const mail = mailWith('smtp://127.0.0.1')
    const sendOnce = (dedupeKey: string) =>
      db.transaction().execute((tx) => mail.send(tx, plain, MESSAGE.to, MESSAGE, { dedupeKey }))
    await Promise.all(Array.from({ length: 10 }, () => sendOnce('order 1')))
    expect([(await listMail(db, { limit: 100 })).length, (await jobs()).length]).toEqual([1, 1])
    await sendOnce('order 2')
    expect(await listMail(db, { limit: 100 })).toHaveLength(2)
  })

  test('news goes to people who asked for it and confirmed their address, and to nobody else', async () => {
    const people = [
      { email: 'Asked@slide.test', wantsUpdates: true, emailVerifiedAt: new Date() },
      { email: 'unasked@slide.test', wantsUpdates: false, emailVerifiedAt: new Date() },
      { email: 'unconfirmed@slide.test', wantsUpdates: true, emailVerifiedAt: null },
    ]
    for (const [nth, person] of people.entries()) {
      const name = `news-${nth}`
      await db
        .insertInto('account')
        .values({ ...person, handle: name, handleKey: name, referralCode: name })
        .execute()
    }
    for (const email of ['asked@slide.test', 'unasked@slide.test', 'unconfirmed@slide.test', 'nobody@slide.test'])
      await db.transaction().execute((tx) => mailWith().send(tx, news, email, MESSAGE))
    const written = await listMail(db, { limit: 100 })
    expect(written.map(({ recipient }) => recipient)).toEqual(['asked@slide.test'])
    expect(written[0]?.unsubscribeUrl).toMatch(/^https:\/\/slide\.test\/unsubscribe\?token=\d+\.updates\.[\w-]{43}$/)
    expect(written[0]?.text).toContain(`Unsubscribe from news about Slide\n${written[0]?.unsubscribeUrl}\n`)
  })
})

describe('delivering', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  beforeEach(async () => {
    smtp = await startSmtp()
  })
  afterEach(() => smtp.close())

  const deliver = (id: number, { url = smtp.url, later = 0 }: { url?: string | undefined; later?: number } = {}) =>
    deliverMail({ db, clock: { now: () => new Date(Date.now() + later) }, config: { smtpUrl: url, mailFrom } }, id)

  test('a mail is handed over once, and its row says when', async () => {
    const { id, messageId } = await write()
    await deliver(id)
    await deliver(id)
    expect(smtp.received).toHaveLength(1)
    const [{ to, raw }] = smtp.received as [{ to: string[]; raw: string }]
    expect(to).toEqual(['buyer@slide.test'])
    expect(raw).toContain(`Message-ID: ${messageId}\r\n`)
    expect(raw).toContain('From: Slide <no-reply@slide.test>\r\n')
    expect(raw).toContain('To: buyer@slide.test\r\n')
    expect(raw).toContain('Auto-Submitted: auto-generated\r\n')
    expect(raw).toMatch(/Subject: =\?UTF-8\?/)
    expect(raw).not.toContain('List-Unsubscribe')
    expect(await rowOf(id)).toMatchObject({ sentAt: expect.any(Date), failure: null })
  })

  test('a message has a text part and an HTML part', async () => {
    const { id, text, html } = await write({ ...MESSAGE, subject: 'Plain' })
    await deliver(id)
    const raw = smtp.received[0]?.raw ?? ''
    expect(raw).toMatch(/Content-Type: multipart\/alternative;/)
    expect(partOf(raw, 'text/plain')).toBe(text)
    expect(partOf(raw, 'text/html')).toBe(html)
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html')) // the last one is the preferred one
  })

  test('a mail that people can switch off has the headers for one-click unsubscription', async () => {
    const unsubscribeUrl = 'https://slide.test/unsubscribe?token=100.updates.x'
    const { id } = await write()
    await db.updateTable('mail').set({ unsubscribeUrl }).where('id', '=', id).execute()
    await deliver(id)
    const raw = smtp.received[0]?.raw.replaceAll('\r\n ', ' ')
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/slide\.test\/unsubscribe\?token=100\.updates\.x>\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  test('a delivered mail shows no one-time token in the outbox any more; a failed one keeps it', async () => {
    const secret = 'q7Hd2mXk91RaQ7'
    const { id } = await write({ ...MESSAGE, secret })
    await deliver(id)
    expect(partOf(smtp.received[0]?.raw ?? '', 'text/plain')).toContain(secret)
    expect(JSON.stringify(await rowOf(id))).not.toContain(secret)
    expect((await rowOf(id))?.text).toContain('https://slide.test/open?token=…')

    const failed = await write({ ...MESSAGE, secret })
    smtp.answer.content = { code: 550, words: 'No such user' }
    await deliver(failed.id)
    expect(await rowOf(failed.id)).toMatchObject({ secret, text: expect.stringContaining(secret) })
  })

  test.each(['recipient', 'content'] as const)(
    'a 550 about the %s is final, and the row keeps it for the operator',
    async (about) => {
      const { id } = await write()
      smtp.answer[about] = { code: 550, words: 'No such user' }
      await deliver(id)
      expect(await rowOf(id)).toMatchObject({ sentAt: null, failure: '550 No such user', dueAt: null })
      smtp.answer[about] = null
      await deliver(id)
      expect(smtp.received).toEqual([])
    },
  )

  test.each(['recipient', 'content'] as const)(
    'after a 451 about the %s the mail is due again; the next attempt sends the same Message-ID',
    async (about) => {
      const { id, messageId } = await write()
      smtp.answer[about] = { code: 451, words: 'Try later' }
      await deliver(id)
      expect(await rowOf(id)).toMatchObject({ sentAt: null, failure: '451 Try later', dueAt: expect.any(Date) })
      smtp.answer[about] = null
      await deliver(id)
      expect(smtp.received[0]?.raw).toContain(`Message-ID: ${messageId}\r\n`)
      expect(await rowOf(id)).toMatchObject({ sentAt: expect.any(Date), failure: null, dueAt: null })
    },
  )

  test('no server, a refused sign-in and removed settings are temporary', async () => {
    const { id } = await write()
    const probe = createServer()
    await new Promise<void>((ready) => probe.listen(0, '127.0.0.1', ready))
    const { port } = probe.address() as AddressInfo
    await new Promise((closed) => probe.close(closed))
    const failure = async () => {
      const { sentAt, dueAt, failure } = (await rowOf(id))!
      expect([sentAt, dueAt]).toEqual([null, expect.any(Date)])
      return failure
    }
    await deliver(id, { url: `smtp://127.0.0.1:${port}` })
    expect(await failure()).toContain('ECONNREFUSED')
    smtp.answer.signIn = { code: 535, words: 'Wrong password' }
    await deliver(id, { url: smtp.url.replace('//', '//slide:wrong@') })
    expect(await failure()).toContain('535')
    await deliverMail({ db, clock: systemClock, config: { smtpUrl: undefined, mailFrom } }, id)
    expect(await failure()).toBe('SMTP_URL is no longer set')
  })

  test('after a day the mail is given up, and the row says why', async () => {
    const { id } = await write()
    smtp.answer.recipient = { code: 451, words: 'Try later' }
    await deliver(id, { later: DAY + 60_000 })
    expect(await rowOf(id)).toMatchObject({ sentAt: null, failure: 'Given up after a day: 451 Try later', dueAt: null })
  })

  test('a job for a deleted mail does nothing', async () => {
    await expect(deliver(987_654)).resolves.toBeUndefined()
  })
})
