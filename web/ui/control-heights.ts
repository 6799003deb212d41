/** Of inputs and selects, by their `size`; 48 is `.control`'s own. */
export const controlHeights = { 40: 'h-10 md:text-sm', 48: '', 52: 'h-13' }

export type ControlSize = keyof typeof controlHeights
