// This file imports no zod, so that forms can use it.

/** Paths of files that systems add to archives for themselves. Nobody means to sell them. */
export const SYSTEM_FILE = /(^|\/)(__MACOSX(\/|$)|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i
