/** Class names joined; what is false or empty falls out. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
