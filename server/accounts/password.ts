import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

// OWASP's parameters for argon2id, which is the library's default algorithm
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const common = new Set(Object.values(dictionary['passwords-common']).map(String))

/** Also with a digit or mark put behind, which is what people do when they are told to add one. */
export function isCommonPassword(password: string) {
  const plain = password.toLowerCase()
  return common.has(plain) || common.has(plain.replace(/[\d\W_]{1,2}$/, ''))
}

/** Normalised, so that the same keys typed on another system are the same password. */
export const hashPassword = (password: string) => hash(password.normalize('NFKC'), COST)

let decoy: Promise<string> | undefined

/** Takes as long for an account that does not exist, so that time tells nothing. */
export async function verifyPassword(stored: string | null | undefined, password: string) {
  decoy ??= hashPassword('a password that nobody has')
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'))
  return matches && Boolean(stored)
}
