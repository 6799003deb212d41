import { afterAll, expect, test, vi } from 'vitest'
import type { LicenseType } from '#contract/license-types.ts'
import { zipOf } from '#test/archives.ts'
import { fileOf } from '#test/factories.ts'
import { createLibrary, saveName, unzipped, wavs } from '#test/library.ts'

const { shop, beatId, kitId, beat, pack, kit, bought, fetched, withToken, signed } = await createLibrary()
afterAll(() => shop.world.close())

test('each license of a beat delivers its files under readable names', async () => {
  const expected: [LicenseType, string[]][] = [
    ['MP3', ['Night- Bus_140BPM_F#min.mp3']],
    ['WAV', ['Night- Bus_140BPM_F#min.mp3', 'Night- Bus_140BPM_F#min.wav']],
    ['PREMIUM', ['Night- Bus_140BPM_F#min.mp3', 'Night- Bus_140BPM_F#min.wav', 'Night- Bus_140BPM_F#min_Stems.zip']],
  ]
  for (const [license, names] of expected) {
    const { buyer, id } = await bought(beat(license))
    const { downloads } = await buyer.call('GET /library/:id', { params: { id } })
    expect(downloads.map(({ name }) => name)).toEqual(['Night- Bus.zip', ...names])
    const reply = await withToken(buyer, `/purchases/beats/${id}/download?file=zip`)
    expect(saveName(reply.headers)).toBe('Night- Bus.zip')
    const files = unzipped(reply.rawPayload)
    expect(Object.keys(files).toSorted()).toEqual(
      [...names, 'Night- Bus_Cover.webp', 'Night- Bus_License.pdf'].toSorted(),
    )
    expect(files['Night- Bus_License.pdf']!.subarray(0, 5).toString()).toBe('%PDF-')
    for (const { file, name, bytes } of downloads.slice(1)) {
      const single = await withToken(buyer, `/purchases/beats/${id}/download?file=${file}`)
      expect(saveName(single.headers)).toBe(name)
      expect(single.rawPayload).toHaveLength(bytes)
      expect(files[name]!.equals(single.rawPayload)).toBe(true)
    }
    if (license !== 'MP3') {
      const best = await withToken(buyer, `/purchases/beats/${id}/download`)
      expect(best.rawPayload.equals(wavs.beat)).toBe(true)
    }
  }
})

test('a long title in any script makes names that disks take', async () => {
  const { db } = shop.world.app
  const named = (title: string) => db.updateTable('item').set({ title }).where('id', '=', beatId).execute()
  for (const title of ['夜'.repeat(80), `a${'🔥'.repeat(79)}`]) {
    await named(title)
    const { buyer, id } = await bought(beat('PREMIUM'))
    const { downloads } = await buyer.call('GET /library/:id', { params: { id } })
    const files = unzipped((await fetched(await signed(buyer, id))).rawPayload)
    for (const name of [...Object.keys(files), ...downloads.map((download) => download.name)]) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(title.startsWith(name.replace(/[_.].*/, ''))).toBe(true)
    }
  }
  await named('Night: Bus')
})

test('a title that names a device of Windows makes a name that Windows takes', async () => {
  const { db } = shop.world.app
  for (const [title, name] of [
    ['Con', '_Con.zip'],
    ['com1.final', '_com1.final.zip'],
    ['Console', 'Console.zip'],
  ] as const) {
    await db.updateTable('item').set({ title }).where('id', '=', kitId).execute()
    const { buyer, id } = await bought(kit())
    const { headers } = await fetched(await signed(buyer, id))
    expect(saveName(headers)).toBe(name)
  }
})

test('a format that the license does not grant is refused', async () => {
  const { buyer, id } = await bought(beat('MP3'))
  const reply = await withToken(buyer, `/purchases/beats/${id}/download?file=wav`)
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({ error: 'not_in_license', message: 'Your purchase doesn’t include WAV.' })
  await expect(signed(buyer, id, { file: 'stems' })).rejects.toMatchObject({ error: 'not_in_license' })
})

test('a ZIP can be resumed at any byte, and its length is known before', async () => {
  for (const item of [beat('PREMIUM'), pack('WAV'), kit()]) {
    const { buyer, id } = await bought(item)
    const url = await signed(buyer, id)
    const whole = await fetched(url)
    expect(whole.headers['content-length']).toBe(String(whole.rawPayload.length))
    const head = await shop.world.http.inject({ method: 'HEAD', url })
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
    const etag = String(whole.headers.etag)
    const { length } = whole.rawPayload
    for (const start of [0, 1, 40, Math.floor(length / 3), length - 100, length - 1]) {
      const rest = await fetched(url, { range: `bytes=${start}-`, 'if-range': etag })
      expect(rest.statusCode).toBe(206)
      expect(rest.headers['content-range']).toBe(`bytes ${start}-${length - 1}/${length}`)
      expect(rest.rawPayload.equals(whole.rawPayload.subarray(start))).toBe(true)
    }
    const changed = await fetched(url, { range: 'bytes=5-', 'if-range': '"other"' })
    expect(changed.statusCode).toBe(200)
  }
})

test('connections that fetch parts of one ZIP share its layout', async () => {
  const { buyer, id } = await bought(kit())
  const open = vi.spyOn(shop.world.app.storage, 'open')
  const url = await signed(buyer, id)
  const replies = await Promise.all(Array.from({ length: 8 }, () => fetched(url, { range: 'bytes=0-0' })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 206))
  expect(open.mock.calls).toHaveLength(2) // the end of the archive, and its list
  open.mockRestore()
})

test('only the newest layouts of ZIPs are kept', async () => {
  const open = vi.spyOn(shop.world.app.storage, 'open')
  const first = await bought(kit())
  const fetchFirst = async () => fetched(await signed(first.buyer, first.id), { range: 'bytes=0-0' })
  await fetchFirst()
  for (let others = 0; others < 8; others++) {
    const { buyer, id } = await bought(kit())
    await signed(buyer, id)
  }
  open.mockClear()
  expect((await fetchFirst()).statusCode).toBe(206)
  expect(open).toHaveBeenCalledTimes(2)
  open.mockRestore()
})

test('the MP3 lease of a pack delivers MP3s, the WAV lease the WAVs too, and both its notes', async () => {
  const mp3s = ['01 First_142BPM_Amin.mp3', '02 Second.mp3']
  const one = await bought(pack('MP3'))
  const files = unzipped((await withToken(one.buyer, `/purchases/packs/${one.id}/download`)).rawPayload)
  expect(Object.keys(files).toSorted()).toEqual([...mp3s, 'Night/Read me.txt', ...besidePack].toSorted())
  const { upgrades } = await one.buyer.call('GET /library/:id', { params: { id: one.id } })
  expect(upgrades).toMatchObject([{ licenseType: 'WAV', adds: ['wav'] }])
  const two = await bought(pack('WAV'))
  const more = unzipped((await withToken(two.buyer, `/purchases/packs/${two.id}/download`)).rawPayload)
  expect(Object.keys(more).toSorted()).toEqual(
    [...mp3s, '01 First_142BPM_Amin.wav', '02 Second.wav', 'Night/Read me.txt', ...besidePack].toSorted(),
  )
  expect(more['01 First_142BPM_Amin.wav']!.equals(wavs.first)).toBe(true)
  expect(more['02 Second.wav']!.equals(wavs.second)).toBe(true)
  const only = await withToken(two.buyer, `/purchases/packs/${two.id}/download?file=wav`)
  expect(saveName(only.headers)).toBe('Night Lines_WAV.zip')
  expect(Object.keys(unzipped(only.rawPayload))).toEqual(['01 First_142BPM_Amin.wav', '02 Second.wav'])
})
const besidePack = ['Night Lines_Cover.webp', 'Night Lines_License.pdf']

test('a kit keeps its folders and carries its terms', async () => {
  const { buyer, id } = await bought(kit())
  const files = unzipped((await withToken(buyer, `/purchases/kits/${id}/download`)).rawPayload)
  expect(Object.keys(files).toSorted()).toEqual(['Kit/Chords.mid', 'Kit/Hits/Kick.wav', 'Terms.txt'])
  expect(files['Kit/Hits/Kick.wav']!.equals(wavs.kick)).toBe(true)
  expect(String(files['Terms.txt'])).toContain('Use: Royalty-free in your own music, released or not')
})

test('tracks are listed, heard and downloaded one by one', async () => {
  const { buyer, id } = await bought(pack('WAV'))
  const { items, totalItems } = await buyer.call('GET /purchases/packs/:id/tracks', { params: { id }, query: {} })
  expect(totalItems).toBe(2)
  expect(items).toMatchObject([
    { name: 'First', folder: 'Night', bpm: 142, musicKey: 'Am', duration: 6, bytes: wavs.first.length },
    { name: 'Second', bpm: null },
  ])
  const { key, streamUrl } = items[0]!
  const heard = await fetched(streamUrl!, { range: 'bytes=100-199' })
  expect(heard.headers['content-type']).toBe('audio/mpeg')
  const byToken = await withToken(buyer, `/purchases/packs/${id}/stream?key=${key}`)
  expect(byToken.rawPayload.subarray(100, 200).equals(heard.rawPayload)).toBe(true)
  const saved = await fetched(await signed(buyer, id, { key }))
  expect(saveName(saved.headers)).toBe('First_142BPM_Amin.wav')
  expect(saved.rawPayload.equals(wavs.first)).toBe(true)
  const part = await fetched(await signed(buyer, id, { key }), { range: 'bytes=1000-1999' })
  expect(part.rawPayload.equals(wavs.first.subarray(1000, 2000))).toBe(true)
  const unknown = await withToken(buyer, `/purchases/packs/${id}/stream?key=999999`)
  expect(unknown.statusCode).toBe(404)

  const ofKit = await bought(kit())
  const listed = await ofKit.buyer.call('GET /purchases/kits/:id/tracks', { params: { id: ofKit.id }, query: {} })
  expect(listed.items.map(({ name, streamUrl: url }) => [name, url !== null])).toEqual([
    ['Chords', false],
    ['Kick', true],
  ])
  const kick = await fetched(listed.items[1]!.streamUrl!)
  expect(kick.rawPayload.equals(wavs.kick)).toBe(true)
})

test('a beat plays as its whole MP3, by token and by address', async () => {
  const { buyer, id } = await bought(beat('WAV'))
  const byToken = await withToken(buyer, `/purchases/beats/${id}/stream`)
  expect(byToken.headers['content-type']).toBe('audio/mpeg')
  const { url } = await buyer.call('GET /purchases/:id/stream-url', { params: { id }, query: {} })
  const byAddress = await fetched(url)
  expect(byAddress.rawPayload.equals(byToken.rawPayload)).toBe(true)
  expect(byAddress.headers['content-disposition']).toBeUndefined()
})

test('nobody else gets a byte', async () => {
  const { buyer, id } = await bought(pack('WAV'))
  const other = (await bought(beat('MP3'))).buyer
  const { items } = await buyer.call('GET /purchases/packs/:id/tracks', { params: { id }, query: {} })
  const { key } = items[0]!
  for (const path of ['download', 'tracks', `stream?key=${key}`]) {
    const url = `/purchases/packs/${id}/${path}`
    expect((await withToken(other, url)).statusCode, path).toBe(404)
    expect((await withToken(shop.owner, url)).statusCode, path).toBe(404)
    expect((await fetched(`/api${url}`)).statusCode, path).toBe(401)
  }
  for (const path of ['download-url', `stream-url?key=${key}`])
    expect((await withToken(other, `/purchases/${id}/${path}`)).statusCode, path).toBe(404)
  expect((await withToken(other, `/library/${id}`)).statusCode).toBe(404)
  for (const url of [await signed(buyer, id), items[0]!.streamUrl!]) {
    expect((await fetched(url)).statusCode).toBe(200)
    const stolen = url.replace(`account=${buyer.id}`, `account=${other.id}`)
    expect((await fetched(stolen)).statusCode).toBe(403)
    expect((await fetched(url.replace(`/${id}.`, `/${id + 1}.`))).statusCode).toBe(403)
  }
})

test('an address works for ten minutes', async () => {
  const { buyer, id } = await bought(beat('MP3'))
  const url = await signed(buyer, id, { file: 'mp3' })
  shop.world.passTime(9.9 * 60_000)
  expect((await fetched(url)).statusCode).toBe(200)
  shop.world.passTime(0.2 * 60_000)
  expect((await fetched(url)).statusCode).toBe(403)
})

test('downloads count once per purchase, file and day; those of kits for the seller too', async () => {
  const { buyer, id } = await bought(kit())
  const { db } = shop.world.app
  const total = async () =>
    (await db.selectFrom('itemStat').where('itemId', '=', kitId).select('downloads').executeTakeFirstOrThrow())
      .downloads
  const before = await total()
  const url = await signed(buyer, id)
  expect(await total()).toBe(before)
  await shop.world.http.inject({ method: 'HEAD', url })
  expect(await total()).toBe(before)
  await Promise.all([
    fetched(url),
    fetched(url, { range: 'bytes=9-' }),
    withToken(buyer, `/purchases/kits/${id}/download`),
  ])
  expect(await total()).toBe(before + 1)
  const rows = await db.selectFrom('download').where('purchaseId', '=', id).select('file').execute()
  expect(rows).toEqual([{ file: 'zip' }])
  const yesterday = new Date(shop.world.app.clock.now().getTime() - 24 * 60 * 60_000).toISOString().slice(0, 10)
  await db.updateTable('download').set({ day: yesterday }).where('purchaseId', '=', id).execute()
  await fetched(url)
  expect(await total()).toBe(before + 2)
})

test('an archive that was packed by hand delivers what its page promises', async () => {
  const { app } = shop.world
  const archive = zipOf([{ name: 'Hand/01 One.wav', content: wavs.first, isDeflated: true }])
  await app.storage.put('masters/by-hand.zip', archive, { mediaType: 'application/zip' })
  const id = await shop.add({
    kind: 'pack',
    title: 'By Hand',
    files: [fileOf('archive', { storageKey: 'masters/by-hand.zip', sizeBytes: archive.length })],
    tracks: [{ title: 'One', path: 'Hand/01 One.wav', bpm: null, musicKey: null, durationMs: 6_000 }],
    licenses: [{ type: 'MP3', priceCents: 1_000 }],
  })
  const one = await bought({ type: 'pack', packId: id, licenseType: 'MP3' })
  expect((await one.buyer.call('GET /library/:id', { params: { id: one.id } })).downloads).toEqual([
    { file: 'zip', name: 'By Hand.zip', bytes: archive.length },
    { file: 'wav', name: 'By Hand_WAV.zip', bytes: archive.length },
  ])
  const files = unzipped((await fetched(await signed(one.buyer, one.id))).rawPayload)
  expect(Object.keys(files)).toEqual(['01 One.wav', 'By Hand_License.pdf'])
  expect(files['01 One.wav']!.equals(wavs.first)).toBe(true)
})

test('the size of an archive that was packed by hand is told with the files beside it', async () => {
  const [archive, stems] = [2_000, 300]
  const id = await shop.add({
    kind: 'pack',
    title: 'By Hand With Stems',
    files: [
      fileOf('archive', { storageKey: 'masters/with-stems.zip', sizeBytes: archive }),
      fileOf('stems', { storageKey: 'masters/stems.zip', sizeBytes: stems }),
    ],
    tracks: [{ title: 'One', path: 'Hand/01 One.wav', bpm: null, musicKey: null, durationMs: 6_000 }],
    licenses: [{ type: 'PREMIUM', priceCents: 1_000 }],
  })
  const one = await bought({ type: 'pack', packId: id, licenseType: 'PREMIUM' })
  const { downloads } = await one.buyer.call('GET /library/:id', { params: { id: one.id } })
  expect(downloads.map(({ file, bytes }) => [file, bytes])).toEqual([
    ['zip', archive + stems],
    ['wav', archive],
    ['stems', stems],
  ])
})

test('a file that came before checksums were noted is in the ZIP, too', async () => {
  const { buyer, id } = await bought(beat('WAV'))
  const { db } = shop.world.app
  await db.updateTable('itemFile').set({ crc32: null }).where('itemId', '=', beatId).execute()
  const files = unzipped((await fetched(await signed(buyer, id))).rawPayload)
  expect(files['Night- Bus_140BPM_F#min.wav']!.equals(wavs.beat)).toBe(true)
})
