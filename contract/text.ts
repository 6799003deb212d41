export const COMMENT_MOST = 2_000
export const CHAT_MOST = 5_000
export const REPORT_MOST = 500
export const REASON_MOST = 1_000

// Invisible characters that break a line, end a text early or turn its direction. They can make a text look like
// another.
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g

/** Makes any text one line. */
export const oneLine = (text: string) => text.replace(TURNS, '').replace(CONTROLS, ' ').replace(/ {2,}/g, ' ')

/** Keeps line breaks and tabs. */
export const manyLines = (text: string) =>
  text
    .replace(TURNS, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROLS, (control) => (control === '\n' || control === '\t' ? control : ''))

/** Whether a text has a visible character. Some letters and a Braille pattern are drawn as blanks. */
export const saysSomething = (text: string) => /[^\p{Cf}\p{DI}\p{Z}\s\u2800]/u.test(text)
