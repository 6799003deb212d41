export const COVER_SIZES = [160, 320, 640] as const
/** Squares in one format, by the length of a side. */
export type Cover = Record<(typeof COVER_SIZES)[number], Uint8Array>

/** A square in pixels. */
export type CoverPlace = { left: number; top: number; size: number }

/** SVG of our own, and the picture that it becomes. Without a height it keeps its shape. */
export type Drawing = {
  svg: string
  width: number
  height?: number
  /** How many pixels a unit of the SVG becomes before the picture is resized. */
  scale?: number
  /** The part that is kept, in pixels of the resized picture. */
  crop?: { left: number; top: number; width: number; height: number }
  format?: 'webp' | 'png'
  quality?: number
}

export type PictureSize = { width: number; height: number; quality?: number }
