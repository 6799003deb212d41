export const COMMENT_MOST = 2_000
export const REPORT_MOST = 500

// Invisible characters that break a line, end a text early or turn its direction, and so let it say what it doesn't.
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g

/** One line, whatever was pasted. */
export const oneLine = (text: string) => text.replace(TURNS, '').replace(CONTROLS, ' ').replace(/ {2,}/g, ' ')

/** Lines and tabs stay. */
export const manyLines = (text: string) =>
  text
    .replace(TURNS, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROLS, (control) => (control === '\n' || control === '\t' ? control : ''))

/** More than blanks and signs that nobody sees, among them letters and a pattern of dots that are drawn as blanks. */
export const saysSomething = (text: string) => /[^\p{Cf}\p{DI}\p{Z}\s\u2800]/u.test(text)
