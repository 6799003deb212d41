import type { Page } from '@playwright/test'
import { createDb, createPool } from '#server/db/connect.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { seller } from './studio.ts'
import { keepSession } from './test.ts'

/** A new admin of the shop with the real adapters, signed in: what an admin changes there meets no other test. */
export async function realAdmin(page: Page) {
  const person = await seller(page.request)
  const pool = createPool(databaseOf('test-results/real-data'), { onError: () => {} })
  await createDb(pool).updateTable('account').set({ isAdmin: true }).where('email', '=', person.email).execute()
  await pool.end()
  await keepSession(page, person.email, person.password)
}
