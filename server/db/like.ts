/** Makes wildcards of LIKE stand for themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** A pattern of LIKE for texts that contain this one. */
export const containing = (text: string) => `%${escapeLike(text)}%`
