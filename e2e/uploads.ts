import { expect, type CDPSession, type Locator, type Page } from '@playwright/test'
import { zipOf } from '#test/archives.ts'
import { keepSession, somebody } from './test.ts'

/** Signs in as a new person, who may have three beats. */
export async function newSeller(page: Page) {
  const person = somebody()
  const reply = await page.request.post('/api/auth/register', { data: person })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  await keepSession(page, person.email, person.password)
  return { headers: { authorization: `Bearer ${accessToken}` } }
}

let made = 0

const RATE = 44_100

/** A beat of 140 BPM as a WAV of 44.1 kHz, 16 bit, stereo: a kick on each beat, a hat between. Each has other bytes. */
export function wavFile(seconds = 8) {
  const frames = Math.round(seconds * RATE)
  const bytes = Buffer.alloc(44 + frames * 4)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  for (const [at, value] of [
    [16, 16],
    [24, RATE],
    [28, RATE * 4],
    [40, frames * 4],
  ] as const)
    bytes.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ] as const)
    bytes.writeUInt16LE(value, at)
  bytes.write('data', 36, 'latin1')
  const beat = (RATE * 60) / 140
  let noise = process.pid + Date.now() + ++made
  for (let frame = 0; frame < frames; frame++) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0
    const sinceBeat = (frame % beat) / RATE
    const sinceHat = ((frame + beat / 2) % beat) / RATE
    const kick = Math.sin(2 * Math.PI * 60 * sinceBeat) * Math.exp(-sinceBeat * 18)
    const hat = (noise / 2 ** 31 - 1) * Math.exp(-sinceHat * 60)
    const pad = Math.sin((2 * Math.PI * 220 * frame) / RATE) * 0.2
    const sample = Math.round((kick * 0.5 + hat * 0.15 + pad) * 32_767 * 0.9)
    bytes.writeInt16LE(sample, 44 + frame * 4)
    bytes.writeInt16LE(sample, 46 + frame * 4)
  }
  return bytes
}

/** Adds a chunk that players skip: a megabyte or two are on their way as soon as an upload begins, however slow it is. */
export function longWay(wav: Buffer) {
  const skipped = Buffer.alloc(4_000_000)
  skipped.write('JUNK', 'latin1')
  skipped.writeUInt32LE(skipped.length - 8, 4)
  const long = Buffer.concat([wav, skipped])
  long.writeUInt32LE(long.length - 8, 4)
  return long
}

export const asFile = (buffer: Buffer, name = 'NIGHT BUS 140 final v3.wav') => ({ name, mimeType: 'audio/wav', buffer })

/** An archive for an upload. */
export const asZip = (entries: Parameters<typeof zipOf>[0], name: string) => ({
  name,
  mimeType: 'application/zip',
  buffer: zipOf(entries),
})

/** The archive of a pack. */
export const twoTracks = () =>
  asZip(
    ['Kerb 140 Am.wav', 'Gutter 142 Cm.wav'].map((name) => ({ name: `Street/${name}`, content: wavFile(6) })),
    'WET STREET final.zip',
  )

/** The archive of a kit. */
export const smallKit = () =>
  asZip(
    ['Kicks/Kick 1.wav', 'Kicks/Kick 2.wav', 'Loops/Loop 140 Am.wav'].map((name) => ({
      name: `Estate/${name}`,
      content: wavFile(1),
    })),
    'Estate Drums.zip',
  )

/** Opens the dialog of a dashboard. */
export async function openUpload(page: Page) {
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload' })
  await expect(dialog).toBeVisible()
  return dialog
}

const debuggers = new WeakMap<Page, CDPSession>()

/** How the page's bytes travel: so many a second (-1: as many as they can), or not at all. */
export async function travel(page: Page, { bytesPerSecond = -1, offline = false }) {
  // the slowness of one session stays when another one takes it back
  const cdp = debuggers.get(page) ?? (await page.context().newCDPSession(page))
  debuggers.set(page, cdp)
  await cdp.send('Network.enable')
  const unlimited = { latency: 0, downloadThroughput: -1 }
  await cdp.send('Network.emulateNetworkConditions', { ...unlimited, offline, uploadThroughput: bytesPerSecond })
}

/** The offsets at which the page continues its uploads, in order. */
export function offsetsSent(page: Page) {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/api/uploads/'))
      offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

/** The ids of the uploads that the page can continue after a reload. */
export const idsKept = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('slide.upload.'))
      .map((key) => /[\w-]{22}(?="|$)/.exec(localStorage.getItem(key) ?? '')?.[0] ?? ''),
  )

/** The tray; on a phone its list. */
export async function openTray(page: Page, project: string) {
  if (project !== 'phone') return page.getByRole('region', { name: 'Uploads' })
  await page
    .getByRole('region', { name: 'Uploads' })
    .getByRole('button', { name: /upload/i })
    .first()
    .click()
  return page.getByRole('dialog', { name: 'Uploads' })
}

/** Drops files on an element, as a person does from a folder. */
export async function dropOn(target: Locator, files: { name: string; buffer: Buffer }[]) {
  const given = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }))
  const dataTransfer = await target.page().evaluateHandle((sent) => {
    const transfer = new DataTransfer()
    for (const { name, base64 } of sent)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name))
    return transfer
  }, given)
  await target.dispatchEvent('drop', { dataTransfer })
}
