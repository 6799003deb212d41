import sharp from 'sharp'
import { MediaError } from './audio.ts'
import { isPicture, MAX_PIXELS, QUALITY } from './cover.ts'

export type PictureSize = { width: number; height: number }

/** The given sizes of a person's picture as WebP, cut from its middle. The facts inside it (place, camera) stay behind. */
export async function makePicture(image: Buffer, sizes: PictureSize[]): Promise<Uint8Array[]> {
  if (!isPicture(image)) throw new MediaError('Choose a JPEG, PNG or WebP picture.')
  try {
    const whole = sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }).rotate()
    const made: Uint8Array[] = []
    for (const { width, height } of sizes)
      made.push(await whole.clone().resize(width, height, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer())
    return made
  } catch (cause) {
    throw new MediaError('This picture is damaged or too large.', { cause })
  }
}
