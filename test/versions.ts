import type { World } from './world.ts'

/** The files of an item as 'master 1', 'master 2 present', 'mp3 3 proposed', with their keys. */
export async function versionsOf(world: World, itemId: number) {
  const rows = await world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', itemId)
    .select(['role', 'version', 'isPresent', 'isProposed', 'storageKey', 'sha256'])
    .orderBy('role')
    .orderBy('version')
    .execute()
  return rows.map(({ isPresent, isProposed, ...row }) => ({
    ...row,
    name: `${row.role} ${row.version}${isPresent ? ' present' : isProposed ? ' proposed' : ''}`,
  }))
}

/** All stored files, without those that nothing names. */
export async function filesLeft(world: World) {
  await world.sweepFiles()
  return world.storedFiles()
}
