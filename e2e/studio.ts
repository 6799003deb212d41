import type { APIRequestContext } from '@playwright/test'
import { expect, somebody } from './test.ts'

/** A WAV of some seconds: a low tone with a click four times a second, 16 bits. Each file is another one. */
export function wavFile(seconds: number, frequency = 50 + Math.random() * 50) {
  const rate = 44_100
  const samples = seconds * rate
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) {
    const click = at % (rate / 4) < 400 ? 0.4 : 0
    const value = 0.4 * Math.sin((2 * Math.PI * frequency * at) / rate) + click * Math.sin(at)
    bytes.writeInt16LE(Math.round(value * 32_767), 44 + at * 2)
  }
  return bytes
}

/** A new seller with a token for calls beside the browser. */
export async function seller(request: APIRequestContext) {
  const person = somebody()
  const reply = await request.post('/api/auth/register', { data: person })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  return { ...person, headers: { authorization: `Bearer ${accessToken}` } }
}

const inReview = (title: string) => expect.objectContaining({ title, statusLabel: 'In review' })

/** Uploads a beat and waits until it is in review. */
export async function uploadBeat(
  request: APIRequestContext,
  { headers }: { headers: { authorization: string } },
  title: string,
) {
  const meta = {
    title,
    bpm: 140,
    genre: 'UK Drill',
    tags: ['dark', 'night'],
    licenses: [{ type: 'MP3', price: 24.95 }],
  }
  const audio = { name: 'beat.wav', mimeType: 'audio/wav', buffer: wavFile(6) }
  const reply = await request.post('/api/beats/upload', { headers, multipart: { meta: JSON.stringify(meta), audio } })
  expect(reply.status(), await reply.text()).toBe(200)
  const list = async () =>
    ((await (await request.get('/api/me/items', { headers })).json()) as { items: unknown[] }).items
  await expect.poll(list, { timeout: 90_000 }).toContainEqual(inReview(title))
}
