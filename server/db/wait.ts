import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Trouble } from '#server/trouble.ts'

const PATIENCE = 30_000

/** Waits for a database that is still starting. Other refusals are reported at once. */
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

/** A wrong password, an unknown user or an unknown database: waiting does not help. */
const isFinal = ({ code }: { code?: string }) => ['28P01', '28000', '3D000'].includes(code ?? '')
