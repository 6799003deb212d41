import sharp from 'sharp'
import { MediaError } from './audio.ts'

export const COVER_SIZES = [160, 320, 640] as const
/** WebP, by the length of a side. */
export type Cover = Record<(typeof COVER_SIZES)[number], Uint8Array>

export const MAX_PIXELS = 50e6
export const QUALITY = 80

/** The sizes of someone's picture. What it was (place, camera) stays behind. */
export async function makeCover(image: Buffer): Promise<Cover> {
  if (!isPicture(image)) throw new MediaError('A cover must be a JPEG, PNG or WebP picture.')
  try {
    return await squares(image)
  } catch (cause) {
    throw new MediaError('This picture is damaged or too large.', { cause })
  }
}

/** The sizes of a drawing made by the house itself: drawings from outside could reach for other files. */
export const makeDrawnCover = (svg: string): Promise<Cover> => squares(Buffer.from(svg))

export function drawPicture(svg: string, width: number, height: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize(width, height, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer()
}

async function squares(image: Buffer): Promise<Cover> {
  const whole = sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).rotate()
  const square = (size: number) =>
    whole
      .clone()
      .resize(size, size, { fit: 'cover' })
      .flatten({ background: '#0b0d14' })
      .webp({ quality: QUALITY })
      .toBuffer()
  const [small, medium, large] = await Promise.all(COVER_SIZES.map(square))
  return { 160: small!, 320: medium!, 640: large! }
}

export function isPicture(image: Buffer) {
  const text = (from: number, to: number) => image.toString('latin1', from, to)
  const isJpeg = text(0, 3) === '\xff\xd8\xff'
  const isPng = text(0, 8) === '\x89PNG\r\n\x1a\n'
  const isWebp = text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP'
  return isJpeg || isPng || isWebp
}
