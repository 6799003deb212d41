import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { inTurn } from './hashing-lane.ts'

// OWASP's parameters for argon2id, which is the library's default algorithm
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const common = new Set(Object.values(dictionary['passwords-common']).map(String))

type Owner = { email: string; handle: string }

/** A reason to refuse this password, or null. */
export function weaknessOf(password: string, { email, handle }: Owner) {
  const own = [email, email.split('@')[0], handle].map((word) => word?.toLowerCase())
  if (own.includes(password.toLowerCase())) return 'Don’t use your name or email as the password.'
  if (isCommonPassword(password)) return 'That password is too common. Choose another.'
  return null
}

/** Common passwords stay common when people add a digit or a mark. */
function isCommonPassword(password: string) {
  const plain = password.toLowerCase()
  return common.has(plain) || common.has(plain.replace(/[\d\W_]{1,2}$/, ''))
}

/** Normalized, so that the same keys on another system give the same password. */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFKC'), COST))

let decoy: Promise<string> | undefined

/** Takes the same time when there is no account, so that the time tells nothing. */
export async function verifyPassword(stored: string | null | undefined, password: string) {
  decoy ??= hashPassword('a password that nobody has')
  const compared = stored ?? (await decoy)
  const matches = await inTurn(() => verify(compared, password.normalize('NFKC')))
  return matches && Boolean(stored)
}
