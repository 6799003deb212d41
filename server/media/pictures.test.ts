import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { MediaError } from './audio.ts'
import { closeMedia, runPicture } from './run-media.ts'

afterAll(closeMedia)

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03020' } }).withExif({ IFD0: { Copyright: 'somebody' } })
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="red"/></svg>'
const coverOf = (image: Uint8Array) => runPicture('cover', { image, hasAvif: true })

test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes three squares without its metadata', async (format) => {
  const cover = await coverOf(await photo(900, 700).toFormat(format).toBuffer())
  for (const size of [160, 320, 640] as const) {
    const { format: made, width, height, exif } = await sharp(cover.webp[size]).metadata()
    expect([made, width, height, exif]).toEqual(['webp', size, size, undefined])
    const avif = await sharp(cover.avif![size]).metadata()
    expect([avif.format, avif.compression, avif.width, avif.height, avif.exif]).toEqual([
      'heif',
      'av1',
      size,
      size,
      undefined,
    ])
  }
})

test('draws the site’s own SVG drawings', async () => {
  const crop = { left: 10, top: 20, width: 30, height: 40 }
  const [whole, part] = await runPicture('draw', {
    drawings: [
      { svg: drawing, width: 100 },
      { svg: drawing, width: 1_280, scale: 2, crop, format: 'png' },
    ],
  })
  expect(await sharp(whole).metadata()).toMatchObject({ format: 'webp', width: 100, height: 100 })
  expect(await sharp(part).metadata()).toMatchObject({ format: 'png', width: 30, height: 40 })
})

test('an uploaded SVG is refused as a cover', async () => {
  await expect(coverOf(Buffer.from(drawing))).rejects.toThrow(/JPEG, PNG or WebP/)
})

test('a file that is cut off, too large or no picture is refused', async () => {
  const jpeg = await photo(800, 800).jpeg().toBuffer()
  await expect(coverOf(jpeg.subarray(0, jpeg.length / 2))).rejects.toThrow(MediaError)
  await expect(coverOf(await photo(8_000, 8_000).png().toBuffer())).rejects.toThrow(/too large/)
  await expect(coverOf(Buffer.from('<html>'))).rejects.toThrow(MediaError)
})

test('a PNG of 30,000 by 30,000 in a few kilobytes is refused', async () => {
  const bomb = blackPng(30_000)
  expect(bomb.length).toBeLessThan(300_000)
  await expect(coverOf(bomb)).rejects.toThrow('This picture is damaged or too large.')
})

/** One bit a pixel, all of them zero. */
function blackPng(side: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 })
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
