import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Trouble } from '#server/trouble.ts'

const PATIENCE = 30_000

/** A database that is not up yet is waited for; what it refuses for good is told. */
export async function waitForDatabase(url: string, say: (line: string) => void, patience = PATIENCE) {
  const { host } = new URL(url)
  const deadline = Date.now() + patience
  for (let attempt = 0; ; attempt++) {
    const error = await connectionError(url)
    if (!error) return
    if (isFinal(error)) throw new Trouble(`The database at ${host} refuses us: ${error.message}. Check DATABASE_URL.`)
    if (Date.now() >= deadline)
      throw new Trouble(
        `The database at ${host} can't be reached: ${error.message || error.code}. Is it running? Check DATABASE_URL.`,
      )
    if (attempt === 0) say(`Waiting for the database at ${host} …`)
    await sleep(Math.min(1_000, patience))
  }
}

async function connectionError(connectionString: string): Promise<(Error & { code?: string }) | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Wrong password, no such role, no such database: waiting mends none of them. */
const isFinal = ({ code }: { code?: string }) => ['28P01', '28000', '3D000'].includes(code ?? '')
