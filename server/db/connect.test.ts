import { expect, inject, test } from 'vitest'
import { until } from '#test/until.ts'
import { createPool } from './connect.ts'

test('a statement that is planned once returns the right rows each time, with promises and with callbacks', async () => {
  const pool = createPool(inject('serverUrl'), { max: 1, onError: () => {} })
  const text = 'select $1::int as number /* planned once */'
  for (const number of [1, 2]) expect((await pool.query(text, [number])).rows).toEqual([{ number }])
  const client = await pool.connect()
  expect((await client.query(text, [3])).rows).toEqual([{ number: 3 }])
  expect((await client.query('select count(*) from pg_prepared_statements where statement = $1', [text])).rows).toEqual(
    [{ count: 1 }],
  )
  client.release()
  await pool.end()
})

test('several statements at once, as the queue of jobs sends them, and a listener among them', async () => {
  const pool = createPool(inject('serverUrl'), { max: 1, onError: () => {} })
  const client = await pool.connect()
  const heard: unknown[] = []
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen "one news"; listen "other news"')
  await client.query("select pg_notify('one news', ''), pg_notify('other news', '')")
  await until(() => heard.length === 2, 'both news')
  expect(heard).toEqual(['one news', 'other news'])
  client.release()
  await pool.end()
})
