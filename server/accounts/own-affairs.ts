import type { Tx } from '#server/db/connect.ts'
import { forbidden } from '#server/errors.ts'
import { hasOtherAdmin } from './make-admin.ts'

/**
 * Nobody decides about the own money or conduct while there is an admin who is no side of it. In a shop with one admin
 * nobody else could, so this one may.
 */
export async function expectNoSide(tx: Tx, adminId: number, sides: readonly (number | null)[], message: string) {
  const people = sides.filter((id) => id !== null)
  if (people.includes(adminId) && (await hasOtherAdmin(tx, ...people))) throw forbidden(message)
}
