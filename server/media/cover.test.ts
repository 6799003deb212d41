import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MediaError } from './audio.ts'
import { makeCover, makeDrawnCover } from './cover.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03020' } }).withExif({ IFD0: { Copyright: 'somebody' } })
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="red"/></svg>'

test.each(['jpeg', 'png', 'webp'] as const)('makes three squares of a %s and drops what it tells', async (format) => {
  const cover = await makeCover(await photo(900, 700).toFormat(format).toBuffer())
  for (const size of [160, 320, 640] as const) {
    const { format: made, width, height, exif } = await sharp(cover[size]).metadata()
    expect([made, width, height, exif]).toEqual(['webp', size, size, undefined])
  }
})

test('draws our own drawings and refuses those of others', async () => {
  expect((await sharp((await makeDrawnCover(drawing))[640]).metadata()).width).toBe(640)
  await expect(makeCover(Buffer.from(drawing))).rejects.toThrow(/JPEG, PNG or WebP/)
})

test('refuses what is cut off, too large or no picture', async () => {
  const jpeg = await photo(800, 800).jpeg().toBuffer()
  await expect(makeCover(jpeg.subarray(0, jpeg.length / 2))).rejects.toThrow(MediaError)
  await expect(makeCover(await photo(8_000, 8_000).png().toBuffer())).rejects.toThrow(/too large/)
  await expect(makeCover(Buffer.from('<html>'))).rejects.toThrow(MediaError)
})
