import sharp, { type Sharp } from 'sharp'
import { MediaError } from './audio.ts'
import type { Cover, CoverPlace, Drawing, PictureSize } from './picture-types.ts'

const MAX_PIXELS = 50e6
const QUALITY = 80
const asWebp = (picture: Sharp) => picture.webp({ quality: QUALITY })
/** More effort takes five times the processor time and saves a tenth of the bytes. */
const asAvif = (picture: Sharp) => picture.avif({ quality: 55, effort: 2 })

/** The sizes of an uploaded picture, without its metadata such as place and camera. */
export async function makeCover(image: Uint8Array, hasAvif: boolean): Promise<{ webp: Cover; avif?: Cover }> {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  if (!isPicture(bytes)) throw new MediaError('A cover must be a JPEG, PNG or WebP picture.')
  try {
    return { webp: await squares(bytes, asWebp), ...(hasAvif && { avif: await squares(bytes, asAvif) }) }
  } catch (cause) {
    throw new MediaError('This picture is damaged or too large.', { cause })
  }
}

/** The given sizes of a person's picture, cut from its middle, without its metadata such as place and camera. */
export async function makePicture(image: Uint8Array, sizes: PictureSize[]): Promise<Uint8Array[]> {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  if (!isPicture(bytes)) throw new MediaError('Choose a JPEG, PNG or WebP picture.')
  try {
    const whole = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).rotate()
    const made: Uint8Array[] = []
    for (const { width, height, quality = QUALITY } of sizes)
      made.push(await whole.clone().resize(width, height, { fit: 'cover' }).webp({ quality }).toBuffer())
    return made
  } catch (cause) {
    throw new MediaError('This picture is damaged or too large.', { cause })
  }
}

/** The sizes of one of our own drawings. An uploaded drawing could refer to other files. */
export const makeDrawnCover = (svg: string): Promise<Cover> => squares(Buffer.from(svg), asWebp)

/** Renders one of our own drawings. */
export function drawPicture({ svg, width, height, scale = 1, crop, format = 'webp', quality = QUALITY }: Drawing) {
  const whole = sharp(Buffer.from(svg), { density: 72 * scale }).resize(width, height ?? null, { fit: 'cover' })
  const kept = crop ? whole.extract(crop) : whole
  return (format === 'png' ? kept.png() : kept.webp({ quality })).toBuffer()
}

/** Lays one of our own drawings over a cover. The result is a JPEG, which all sites can show. */
export async function laySharePicture(svg: string, cover: Uint8Array | null, { left, top, size }: CoverPlace) {
  const drawing = { input: Buffer.from(svg) }
  const { width, height } = await sharp(drawing.input).metadata()
  const below = cover ? [{ input: await sharp(cover).resize(size, size).toBuffer(), left, top }] : []
  return sharp({ create: { width, height, channels: 3, background: '#12151f' } })
    .composite([...below, drawing])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}

/** A JPEG of one of our own pictures, for programs that know no WebP. */
export const makeJpeg = (image: Uint8Array) => sharp(image).jpeg({ quality: QUALITY }).toBuffer()

async function squares(image: Buffer, encode: (square: Sharp) => Sharp): Promise<Cover> {
  const whole = sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).rotate()
  const square = (size: number) =>
    encode(whole.clone().resize(size, size, { fit: 'cover' }).flatten({ background: '#0b0d14' })).toBuffer()
  return { 160: await square(160), 320: await square(320), 640: await square(640) }
}

function isPicture(image: Buffer) {
  const text = (from: number, to: number) => image.toString('latin1', from, to)
  const isJpeg = text(0, 3) === '\xff\xd8\xff'
  const isPng = text(0, 8) === '\x89PNG\r\n\x1a\n'
  const isWebp = text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP'
  return isJpeg || isPng || isWebp
}
