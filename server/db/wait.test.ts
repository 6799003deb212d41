import { expect, inject, test } from 'vitest'
import { Trouble } from '#server/trouble.ts'
import { freePort } from './free-port.ts'
import { waitForDatabase } from './wait.ts'

const told = async (url: string, patience: number) => {
  const said: string[] = []
  const began = performance.now()
  const error: unknown = await waitForDatabase(url, (line) => said.push(line), patience).catch(
    (thrown: unknown) => thrown,
  )
  return { said, error, message: error instanceof Trouble ? error.message : '', took: performance.now() - began }
}
const changed = (change: Partial<URL>) => Object.assign(new URL(inject('serverUrl')), change).href

test('a running database causes no waiting', async () => {
  expect(await told(inject('serverUrl'), 10_000)).toMatchObject({ said: [], error: undefined })
})

test('a database that does not answer is tried for a while, then reported in a sentence', async () => {
  const port = await freePort()
  const { said, message, took } = await told(`postgresql://me:hunter2@127.0.0.1:${port}/slide`, 300)
  expect(said).toEqual([`Waiting for the database at 127.0.0.1:${port} …`])
  expect(message).toMatch(`The database at 127.0.0.1:${port} can't be reached: `)
  expect(message).toMatch(/ECONNREFUSED.*\. Is it running\? Check DATABASE_URL\.$/)
  expect(message).not.toContain('hunter2')
  expect(took).toBeGreaterThanOrEqual(300)
})

test.each([
  ['a wrong password', { password: 'wrong' }, 'password authentication failed'],
  ['an unknown user', { username: 'nobody' }, 'password authentication failed'],
  ['an unknown database', { pathname: '/nowhere' }, 'database "nowhere" does not exist'],
])('%s is reported at once', async (_, change, why) => {
  const { said, message, took } = await told(changed(change), 20_000)
  expect(message).toMatch(/^The database at \S+ refuses us: .*\. Check DATABASE_URL\.$/)
  expect(message).toContain(why)
  expect(message).not.toContain('wrong')
  expect(said).toEqual([])
  expect(took).toBeLessThan(5_000)
})
