import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WRITING =
  /(?:insertInto|updateTable|deleteFrom)\('(?<named>\w+)'|(?:insert into|delete from|(?<!for |do )update(?! of)) (?<plain>[a-z_]+)(?= |$)/gm
const camel = (table: string) => table.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

test('a table has one room that writes it', async () => {
  const writers = new Map<string, Set<string>>()
  for (const file of await readdir('server', { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.startsWith('db/')) continue
    const room = file.split('/')[0]!
    for (const { groups } of (await readFile(join('server', file), 'utf8')).matchAll(WRITING)) {
      const table = camel(groups!.named ?? groups!.plain!)
      writers.set(table, (writers.get(table) ?? new Set()).add(room))
    }
  }
  expect([...writers.keys()]).toEqual(expect.arrayContaining(['account', 'accountStat', 'itemStat', 'itemSearch']))
  expect([...writers].filter(([, rooms]) => rooms.size > 1)).toEqual([])
})
