// npm run bench:outage: the database goes away, cut for ten seconds, silent for thirty, and killed. How long after its
// return do calls, jobs and live events work again? Prints the milliseconds. It takes a minute and a half.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { listenTo } from '#test/notices.ts'
import { weakLine } from '#test/weak-line.ts'
import { killPostmaster, startSlide } from './crash/slide.ts'

const PASSWORD = 'windows lit at night'

const folder = await mkdtemp(join(tmpdir(), 'slide-outage-'))
const database = await startEmbedded(join(folder, 'database'))
const line = await weakLine(database.url)
const direct = new pg.Client(database.url)
const slide = startSlide(join(folder, 'data'), { DATABASE_URL: line.url })
const own = startSlide(join(folder, 'own'))
try {
  const { url } = await slide.ready
  await direct.connect()
  for (const [how, seconds] of [
    ['cut', 10],
    ['silence', 30],
  ] as const) {
    const token = await register(url, `ann-${how}`)
    const listener = await listenTo(`${url}/api/notifications/stream`, token)
    await listener.saying('inbox')
    line[how]()
    await sleep(seconds * 1_000)
    const away = await fetch(`${url}/track/x`, { headers: { accept: 'text/html' } })
    await away.text()
    line.mend()
    const began = performance.now()
    const since = () => (performance.now() - began).toFixed(0)
    await untilTrue(() => answers(`${url}/api/styles`))
    const calls = since()
    await post(url, 'forgot-password', { email: `ann-${how}@slide.test` })
    await untilTrue(async () => {
      const asked = "select from mail where kind = 'reset-password' and recipient = $1"
      return (await direct.query(asked, [`ann-${how}@slide.test`])).rowCount === 1
    })
    const jobs = since()
    const id = `(select id from account where handle = 'ann-${how}')`
    await direct.query(`select pg_notify('live', json_build_object('to', ${id}, 'about', 'notification')::text)`)
    const heard = listener.text().length
    await untilTrue(async () => listener.text().length > heard)
    console.log(
      `${how} for ${seconds} s (meanwhile ${away.status}): calls after ${calls} ms, jobs ${jobs} ms, live events ${since()} ms`,
    )
    listener.leave()
  }

  const { url: ownUrl } = await own.ready
  killPostmaster(own.dataDir)
  const began = performance.now()
  await untilTrue(async () => !(await answers(`${ownUrl}/api/styles`)))
  await untilTrue(() => answers(`${ownUrl}/api/styles`))
  console.log(`embedded, killed: calls after ${(performance.now() - began).toFixed(0)} ms`)
} finally {
  for (const one of [slide, own]) one.kill('SIGTERM')
  await Promise.all([slide.ended, own.ended])
  await direct.end()
  await line.close()
  await database.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function untilTrue(ask: () => Promise<boolean>) {
  while (!(await ask())) await sleep(5)
}

async function answers(address: string) {
  const reply = await fetch(address)
  await reply.text()
  return reply.status === 200
}

async function post(url: string, call: string, body: object) {
  const reply = await fetch(`${url}/api/auth/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as { accessToken: string }
}

async function register(url: string, displayName: string) {
  const person = { email: `${displayName}@slide.test`, displayName, password: PASSWORD }
  return (await post(url, 'register', person)).accessToken
}
