// npm run bench:live: two people, two servers on one database. How long does a message, a sign of typing and a notice
// take to reach the other person, at the same server and at the other one?
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { listenTo } from '#test/notices.ts'
import { startSlide } from './crash/slide.ts'

const TIMES = 200
const FOLLOWERS = 40

const folder = await mkdtemp(join(tmpdir(), 'slide-live-'))
const database = await startEmbedded(join(folder, 'database'))
const start = (name: string) =>
  startSlide(join(folder, name), {
    DATABASE_URL: database.url,
    AUTH_SECRET: 'the same for both servers, of 32 bytes or more',
  })
const nodes = [start('one')]
try {
  const { url } = await nodes[0]!.ready
  nodes.push(start('two')) // afterwards: the first one makes the tables
  const other = (await nodes[1]!.ready).url

  const post = async (path: string, token: string | null, body: object = {}) => {
    const reply = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<{ accessToken: string }>
  }
  const person = async (name: string) => {
    const { accessToken: token } = await post('/auth/register', null, {
      email: `${name}@slide.test`,
      displayName: name,
      password: 'windows lit at night',
    })
    const me = await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } })
    return { token, id: ((await me.json()) as { id: number }).id }
  }
  const [ann, bob] = [await person('ann'), await person('bob')]
  const send = (content: string) =>
    post('/chat/send', ann.token, {
      senderId: ann.id,
      receiverId: bob.id,
      content,
      key: content.replaceAll(/\W/g, '-'),
    })
  await send('the first one')
  const heard = await Promise.all(
    [url, other].map(async (origin) => {
      const stream = await listenTo(`${origin}/api/notifications/stream`, bob.token)
      await stream.saying('event: chat')
      return stream
    }),
  )
  /** Milliseconds until each of the two streams has said something new that contains `part`. */
  const arrival = async (act: () => Promise<unknown>, part: string) => {
    const before = heard.map((stream) => stream.text().length)
    const began = performance.now()
    const told = heard.map(async (stream, nth) => {
      while (!stream.text().slice(before[nth]).includes(part)) await new Promise((next) => setImmediate(next))
      return performance.now() - began
    })
    await act()
    return Promise.all(told)
  }
  const print = (what: string, times: number[][]) => {
    for (const [nth, where] of ['the same server', 'the other server'].entries()) {
      const sorted = times.map((both) => both[nth]!).toSorted((a, b) => a - b)
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)
      console.log(`${what}, heard at ${where}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`)
    }
  }
  const repeat = async (times: number, once: (nth: number) => Promise<number[]>) => {
    const taken: number[][] = []
    for (let nth = 0; nth < times; nth++) taken.push(await once(nth))
    return taken
  }
  print('A message', await repeat(TIMES, (nth) => arrival(() => send(`message ${nth}.`), `message ${nth}.`)))
  const typing = () => post('/chat/typing', ann.token, { senderId: ann.id, receiverId: bob.id })
  print('A sign of typing', await repeat(TIMES, () => arrival(typing, 'event: typing')))
  const fans: { token: string }[] = []
  for (let nth = 0; nth < FOLLOWERS; nth++) fans.push(await person(`fan-${nth}`))
  const follow = (nth: number) => () => post(`/follow/${bob.id}`, fans[nth]!.token)
  print('A new follower', await repeat(FOLLOWERS, (nth) => arrival(follow(nth), `fan-${nth} followed you`)))
  for (const stream of heard) stream.leave()
} finally {
  for (const node of nodes) node.kill('SIGTERM')
  await Promise.all(nodes.map((node) => node.ended))
  await database.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
