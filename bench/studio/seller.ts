import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '#server/art/random.ts'
import { toWav } from '#server/media/wav.ts'

const random = new Random('bench sellers')
let made = 0

export type Seller = { token: string; email: string }

export async function register(url: string): Promise<Seller> {
  const name = `seller-${++made}x`
  const email = `${name}@slide.test`
  const body = JSON.stringify({ email, displayName: name, password: 'windows lit at night' })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body })
  return { token: ((await reply.json()) as { accessToken: string }).accessToken, email }
}

/** Access tokens end after 15 minutes. */
export async function signIn(url: string, { email }: Seller): Promise<Seller> {
  const body = JSON.stringify({ email, password: 'windows lit at night' })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  return { token: ((await reply.json()) as { accessToken: string }).accessToken, email }
}

const bearer = ({ token }: Seller) => ({ authorization: `Bearer ${token}` })

export async function ask<Reply>(url: string, seller: Seller, path: string): Promise<Reply> {
  const reply = await fetch(`${url}/api${path}`, { headers: bearer(seller), signal: AbortSignal.timeout(60_000) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Reply
}

/** A sound that no other has: two tones and a click, in one channel. */
export function newSound(seconds: number, sampleRate = 22_050) {
  const [low, high] = [random.between(60, 120), random.between(200, 900)]
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  for (let at = 0; at < samples.length; at++) {
    const time = at / sampleRate
    samples[at] =
      0.4 * Math.sin(2 * Math.PI * low * time) + 0.3 * Math.sin(2 * Math.PI * high * time) * Math.exp(-(time % 0.5) * 9)
  }
  return toWav({ sampleRate, channels: [samples] })
}

/** Sends the words of an item as a form, with a file unless that came before. */
export async function sendForm(url: string, seller: Seller, path: string, { file, meta }: Form) {
  const form = new FormData()
  form.set('meta', JSON.stringify(meta))
  if (file) form.set(file.part, new Blob([new Uint8Array(file.bytes)]), file.name)
  const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers: bearer(seller), body: form })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { id: number }
}
type Form = { file?: { part: string; name: string; bytes: Buffer }; meta: object }

/** A resumable upload: `send` brings the bytes from the server's offset up to a point, and may be cut there. */
export async function beginUpload(url: string, seller: Seller, { purpose, name, size }: Announced) {
  const tus = { ...bearer(seller), 'tus-resumable': '1.0.0' }
  const metadata = `purpose ${btoa(purpose)},filename ${btoa(name)}`
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(size), 'upload-metadata': metadata },
  })
  const path = created.headers.get('location') ?? ''
  const offset = async (at: string) => {
    const { headers } = await fetch(`${at}${path}`, { method: 'HEAD', headers: tus })
    return Number(headers.get('upload-offset'))
  }
  /** False: the server has answered before the end. It still wrote what came before a cut, and wants another offset. */
  async function tryToSend(at: string, until: number, read: (from: number, to: number) => Promise<Buffer>) {
    const from = await offset(at)
    const asked = request(`${at}${path}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': from,
        'content-length': size - from,
      },
    })
    asked.on('error', () => {})
    const isLast = until === size
    const answered = once(asked, 'response')
    answered.catch(() => {}) // it is cut
    let isAnswered = false
    asked.on('response', () => (isAnswered = true))
    for (let done = from; done < until && !asked.destroyed && !isAnswered;) {
      const piece = await read(done, Math.min(until, done + 1024 * 1024))
      done += piece.length
      const written = new Promise((go) => asked.write(piece, go))
      await Promise.race([written, answered.catch(() => {})])
    }
    if (isAnswered || !isLast) asked.destroy()
    if (isAnswered || !isLast) return !isAnswered
    asked.end()
    await answered
    return true
  }
  async function send(...given: Parameters<typeof tryToSend>) {
    while (!(await tryToSend(...given))) await sleep(200)
  }
  return { id: path.split('/').at(-1) ?? '', offset, send }
}
type Announced = { purpose: string; name: string; size: number }
