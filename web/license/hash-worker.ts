import { createSha256 } from './sha256.ts'

const PART = 4 * 1024 * 1024

/** The worker's messages: the share of the file that was read, and at its end the hash. */
export type Told = { read: number } | { sha256: string } | { failed: true }

const tell = (told: Told) => postMessage(told)

addEventListener('message', ({ data }: MessageEvent<File>) => {
  hash(data).then(
    (sha256) => tell({ sha256 }),
    () => tell({ failed: true }),
  )
})

/** Reads a few megabytes at a time: a file may be larger than the memory. */
async function hash(file: File) {
  const sha256 = createSha256()
  for (let at = 0; at < file.size; at += PART) {
    sha256.update(new Uint8Array(await file.slice(at, at + PART).arrayBuffer()))
    tell({ read: Math.min(1, (at + PART) / file.size) })
  }
  return sha256.digest()
}
