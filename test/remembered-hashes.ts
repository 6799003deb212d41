import { createRequire } from 'node:module'

type Argon = Pick<typeof import('@node-rs/argon2'), 'hash'>

/**
 * The hash of a password is made once in a process, since tests sign thousands of people up with the same one. Comparing
 * a password takes its time as always. Load this before the server: imports copy the functions of a CommonJS package.
 */
const argon = createRequire(import.meta.url)('@node-rs/argon2') as Argon
const { hash } = argon
const known = new Map<string, Promise<string>>()

argon.hash = (password, ...how) => {
  const key = JSON.stringify([String(password), how])
  const made = known.get(key) ?? hash(password, ...how)
  known.set(key, made)
  return made
}
