import type { APIRequestContext } from '@playwright/test'
import { DEMO_PASSWORD, expect, somebody } from './test.ts'
import { asFile, wavFile } from './uploads.ts'

/** A new seller with a token for calls beside the browser. */
export async function seller(request: APIRequestContext) {
  const person = somebody()
  const reply = await request.post('/api/auth/register', { data: person })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  return { ...person, headers: { authorization: `Bearer ${accessToken}` } }
}

const inReview = (title: string) => expect.objectContaining({ title, statusLabel: 'In review' })

type Uploaded = [
  request: APIRequestContext,
  seller: { headers: { authorization: string } },
  title: string,
  licenses?: { type: string; price: number }[],
  sound?: Buffer,
]

/** Sends a beat. It is an item at once, and processed later. */
export async function sendBeat(
  ...[request, { headers }, title, licenses = [{ type: 'MP3', price: 24.95 }], sound = wavFile(6)]: Uploaded
) {
  const meta = {
    title,
    bpm: 61, // with neither style nor mood, and too slow for the lists that other tests count
    genre: 'Field recording',
    tags: ['birds'],
    licenses,
  }
  const audio = asFile(sound)
  const reply = await request.post('/api/beats/upload', { headers, multipart: { meta: JSON.stringify(meta), audio } })
  expect(reply.status(), await reply.text()).toBe(200)
}

/** Sends a beat and waits until it is in review. */
export async function uploadBeat(...uploaded: Uploaded) {
  await sendBeat(...uploaded)
  const [request, { headers }, title] = uploaded
  const list = async () =>
    ((await (await request.get('/api/me/items', { headers })).json()) as { items: unknown[] }).items
  await expect.poll(list, { timeout: 90_000 }).toContainEqual(inReview(title))
}

/** The header of an admin for calls beside the browser. */
export async function signedInAdmin(request: APIRequestContext) {
  const login = { email: 'admin@slide.test', password: DEMO_PASSWORD }
  const admin = (await (await request.post('/api/auth/login', { data: login })).json()) as { accessToken: string }
  return { authorization: `Bearer ${admin.accessToken}` }
}

/** Puts an item on sale, as an admin. */
export async function approve(request: APIRequestContext, kind: 'beats' | 'packs', id: number) {
  const headers = await signedInAdmin(request)
  expect((await request.post(`/api/admin/${kind}/${id}/approve`, { headers, data: {} })).status()).toBe(200)
}

/** Sends a beat back to its seller, as an admin. */
export async function reject(request: APIRequestContext, id: number, reason: string) {
  const headers = await signedInAdmin(request)
  expect((await request.post(`/api/admin/beats/${id}/reject`, { headers, data: { reason } })).status()).toBe(200)
}
