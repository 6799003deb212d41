import sharp from 'sharp'
import { fileNamed } from './archives.ts'

export const newPicture = async (name: string) =>
  fileNamed(
    name,
    await sharp({ create: { width: 700, height: 700, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  )
