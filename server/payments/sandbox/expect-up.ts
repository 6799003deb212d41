import { ProviderDown } from '#server/payments/port.ts'
import type { Sandboxed } from './sandboxed.ts'

/** The settings of the sandbox, unless it plays dead. */
export async function expectUp({ db }: Pick<Sandboxed, 'db'>) {
  const setting = await db.selectFrom('sandboxSetting').selectAll().executeTakeFirstOrThrow()
  if (setting.isDown) throw down()
  return setting
}

export const down = () => new ProviderDown('The sandbox plays dead.')
