import sharp from 'sharp'
import type { CoverPlace, Drawing, PictureSize } from './picture-types.ts'
import { drawPicture, laySharePicture, makeCover, makeJpeg, makePicture } from './pictures.ts'

sharp.cache(false) // each child makes one picture and ends

/** The tasks of the child for pictures. */
export const pictureTasks = {
  cover: ({ image, hasAvif }: { image: Uint8Array; hasAvif: boolean }) => makeCover(image, hasAvif),
  picture: ({ image, sizes }: { image: Uint8Array; sizes: PictureSize[] }) => makePicture(image, sizes),
  jpeg: ({ image }: { image: Uint8Array }): Promise<Uint8Array> => makeJpeg(image),
  draw: ({ drawings }: { drawings: Drawing[] }): Promise<Uint8Array[]> => Promise.all(drawings.map(drawPicture)),
  share: ({ svg, cover, place }: { svg: string; cover: Uint8Array | null; place: CoverPlace }) =>
    laySharePicture(svg, cover, place),
}
