/** Classes for the heights of inputs and selects; 48 is the default height of `.control`. */
export const controlHeights = { 40: 'h-10 md:text-sm', 48: '', 52: 'h-13' }

export type ControlSize = keyof typeof controlHeights
