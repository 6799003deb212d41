/** The size of the picture for shared links. */
export const WIDTH = 1_200
export const HEIGHT = 630
/** The place of the cover, which lies below the drawing. */
export const COVER = { left: 56, top: 64, size: 348 }
