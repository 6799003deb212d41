/** The parts of an address; null if the text is none. Safari 16 has no `URL.canParse`. */
export function urlOf(text: string, base?: string) {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
