import { expect, inject, test } from 'vitest'
import { createPool } from './connect.ts'

test('times are read to the millisecond, whatever their year and the zone of the database', async () => {
  const pool = createPool(inject('serverUrl'), { max: 1, onError: () => {} })
  const times = [
    '2026-01-01T00:00:00.000Z',
    '2026-12-31T23:59:59.999Z',
    '2024-02-29T12:00:00.100Z',
    '1969-12-31T23:59:59.010Z',
    '1000-01-01T00:00:00.001Z',
    '0999-12-31T23:59:59.500Z',
    '0044-03-15T10:20:30.000Z',
  ]
  const read = async () => (await pool.query<{ at: Date }>('select unnest($1::timestamptz[]) as at', [times])).rows
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
    await pool.query(`set time zone '${zone}'`)
    expect((await read()).map(({ at }) => at.toISOString())).toEqual(times)
  }
  await pool.end()
})

test('a part of a millisecond is left out, and a time without end is infinite', async () => {
  const pool = createPool(inject('serverUrl'), { max: 1, onError: () => {} })
  await pool.query("set time zone 'UTC'") // as other zones are read in another way
  const texts = ['2026-01-01 00:00:00.999999+00', '2026-01-01 00:00:00.12+00', '10000-01-01 00:00:00+00', 'infinity']
  const { rows } = await pool.query<{ at: Date }>('select unnest($1::timestamptz[]) as at', [texts])
  expect(rows.map(({ at }) => Number(at))).toEqual([
    Date.UTC(2026, 0, 1, 0, 0, 0, 999),
    Date.UTC(2026, 0, 1, 0, 0, 0, 120),
    Date.UTC(10_000, 0, 1),
    Infinity,
  ])
  await pool.end()
})
