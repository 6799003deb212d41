import sharp from 'sharp'

type Place = { left: number; top: number; size: number }

/** JPEG, which every place that shows shared links can read: a drawing of the house over a cover. */
export async function makeSharePicture(svg: string, cover: Uint8Array | null, { left, top, size }: Place) {
  const drawing = { input: Buffer.from(svg) }
  const { width, height } = await sharp(drawing.input).metadata()
  const below = cover ? [{ input: await sharp(cover).resize(size, size).toBuffer(), left, top }] : []
  return sharp({ create: { width, height, channels: 3, background: '#12151f' } })
    .composite([...below, drawing])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}
