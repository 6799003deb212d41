/** An iPhone asks its owner before it reads the file. */
const KEPT = 60_000

/** Gives a file to the browser's downloads. A call that needs a token can't be loaded by a plain link. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}
