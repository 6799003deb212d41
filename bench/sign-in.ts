// npm run bench:sign-in: does the time of a refusal tell whether an account has the address?
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSlide } from './crash/slide.ts'

const TIMES = 100
const KNOWN = 'known@slide.test'

const folder = await mkdtemp(join(tmpdir(), 'slide-sign-in-'))
const slide = startSlide(folder)
try {
  const { url } = await slide.ready
  const post = (call: string, body: object) =>
    fetch(`${url}/api/auth/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const refusal = async (email: string) => {
    const began = performance.now()
    const reply = await post('login', { email, password: 'not the password' })
    await reply.text()
    if (reply.status !== 401) throw new Error(`Answered ${reply.status} instead of a refusal.`)
    return performance.now() - began
  }
  await post('register', { email: KNOWN, displayName: 'known', password: 'windows lit at night' })
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = -10; i < TIMES; i++) {
    // the two take turns to go first, so that other load slows both alike; the first ten rounds are a warm-up
    const order = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const address of order) {
      const took = await refusal(address === 'known' ? KNOWN : `unknown-${i}@slide.test`)
      if (i >= 0) times[address].push(took)
    }
  }
  for (const [address, taken] of Object.entries(times)) {
    const sorted = taken.toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(1)
    console.log(`wrong password, ${address} address: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms`)
  }
} finally {
  slide.kill('SIGTERM')
  await slide.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
