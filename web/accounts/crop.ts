export type Size = { width: number; height: number }
/** The middle of the kept part, from 0 to 1 of the picture. Zoom 1 keeps as much as fits. */
export type Crop = { x: number; y: number; zoom: number }

export const MAX_ZOOM = 4
export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 }

/** The pixels of the picture that the crop keeps, in the shape of the target. */
export function partOf(picture: Size, target: Size, { x, y, zoom }: Crop) {
  const scale = Math.min(picture.width / target.width, picture.height / target.height) / zoom
  const width = Math.min(target.width * scale, picture.width)
  const height = Math.min(target.height * scale, picture.height)
  return {
    left: Math.min(Math.max(x * picture.width - width / 2, 0), picture.width - width),
    top: Math.min(Math.max(y * picture.height - height / 2, 0), picture.height - height),
    width,
    height,
  }
}

/** The crop after dragging the picture. The distance is measured in widths and heights of the view. */
export function dragged(picture: Size, target: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const part = partOf(picture, target, crop)
  return {
    ...crop,
    x: (part.left + part.width / 2 - by.x * part.width) / picture.width,
    y: (part.top + part.height / 2 - by.y * part.height) / picture.height,
  }
}
