import { expect, test } from 'vitest'
import { foldersOf } from './kit-folders.tsx'
import { zipFiles } from './zip-files.ts'
import { listZip } from './zip-list.ts'

const CRC_OF_FIRST = 0x9271ee57

const sounds = () => [
  new File(['second'], 'Step 10.wav'),
  new File(['first'], 'Stép 2.wav'),
  new File(['third'], 'step 10.wav'),
]

const read = async (files: File[]) => {
  const zip = zipFiles(files)
  const whole = await zip.read()
  expect(whole.size, 'the size is known before').toBe(zip.size)
  expect(await listZip(whole), 'and so are its files').toEqual(zip.files)
  return whole
}

test('sounds become a ZIP with their names, sizes and checksums', async () => {
  const zip = await read(sounds())
  expect(zip.name).toBe('3 files.zip')
  expect(await listZip(zip)).toEqual([
    { path: 'Stép 2.wav', bytes: 5 },
    { path: 'step 10.wav', bytes: 5 },
    { path: 'Step 10 (2).wav', bytes: 6 },
  ])
  const bytes = new DataView(await zip.arrayBuffer())
  const listAt = bytes.getUint32(bytes.byteLength - 6, true)
  expect([bytes.getUint32(14, true), bytes.getUint32(listAt + 16, true)]).toEqual([CRC_OF_FIRST, CRC_OF_FIRST])
  expect(await zip.slice(30 + bytes.getUint16(26, true)).text()).toMatch(/^first/)
})

test('the same files make the same ZIP, in whatever order they come', async () => {
  const files = sounds().slice(0, 2)
  const [one, other] = await Promise.all([read(files), read(files.toReversed())])
  expect(await other.text()).toBe(await one.text())
})

test('a file that is no ZIP has no list', async () => {
  expect(await listZip(new Blob(['PK']))).toBeNull()
  expect(await listZip(new Blob(['x'.repeat(70_000)]))).toBeNull()
})

test('the files of a kit are counted by folders, without the one around them', () => {
  const files = (...paths: string[]) => paths.map((path) => ({ path, bytes: 2 }))
  expect(foldersOf(files('Kit/Kicks/1.wav', 'Kit/Kicks/Deep/2.wav', 'Kit/read.txt'))).toEqual([
    { name: 'Kicks', count: 2, bytes: 4 },
    { name: '', count: 1, bytes: 2 },
  ])
  expect(foldersOf(files('Kicks/1.wav', 'Hats/1.wav')).map(({ name }) => name)).toEqual(['Kicks', 'Hats'])
  expect(foldersOf(files('Kicks/1.wav'))).toEqual([{ name: 'Kicks', count: 1, bytes: 2 }])
})
