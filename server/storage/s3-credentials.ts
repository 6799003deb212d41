import { readFile } from 'node:fs/promises'
import { Trouble } from '#server/trouble.ts'
import type { Credentials } from './s3-sign.ts'

type Env = Readonly<Record<string, string | undefined>>
type Loan = Credentials & { expiresAt: number }

const CONTAINERS = 'http://169.254.170.2'
const MACHINE = 'http://169.254.169.254'
const TIMEOUT = 5_000
const EARLY = 5 * 60_000

/** Finds keys in the environment, else borrows those of the container's or the machine's role, anew before they expire. */
export function credentialsFrom(env: Env): () => Promise<Credentials> {
  let loan: Promise<Loan> | undefined
  return async () => {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
    if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN }
    const present = await loan?.catch(() => null) // a failed loan is asked for again
    if (present && present.expiresAt - EARLY > Date.now()) return present
    loan = borrow(env)
    return loan
  }
}

async function borrow(env: Env): Promise<Loan> {
  try {
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = JSON.parse(await answerOf(env)) as Record<
      string,
      string
    >
    if (!AccessKeyId || !SecretAccessKey || !Expiration) throw new Error('the answer holds no keys')
    const expiresAt = Date.parse(Expiration)
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token, expiresAt }
  } catch (error) {
    throw new Trouble(`STORAGE_URL has no KEY:SECRET@, and no role gives keys: ${String(error)}`)
  }
}

async function answerOf(env: Env) {
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
  const container = relative ? CONTAINERS + relative : env.AWS_CONTAINER_CREDENTIALS_FULL_URI
  if (container) return ask(container, await containerToken(env))
  const machine = `${env.AWS_EC2_METADATA_SERVICE_ENDPOINT ?? MACHINE}/latest`
  const limit = { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' }
  const pass = { 'x-aws-ec2-metadata-token': await ask(`${machine}/api/token`, limit, 'PUT') }
  const roles = `${machine}/meta-data/iam/security-credentials/`
  return ask(roles + (await ask(roles, pass)).trim(), pass)
}

async function containerToken(env: Env): Promise<Record<string, string>> {
  const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
  const token = file ? (await readFile(file, 'utf8')).trim() : env.AWS_CONTAINER_AUTHORIZATION_TOKEN
  return token ? { authorization: token } : {}
}

async function ask(url: string, headers: Record<string, string>, method = 'GET') {
  const reply = await fetch(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT) })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  return reply.text()
}
