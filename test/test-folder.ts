import { chmod, mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'slide-test-'
const MEMORY = '/dev/shm'
const ROOM = 4 * 2 ** 30 // bytes

/**
 * A new folder for the database of tests and for all that they write: in memory, where the system has enough of it as a file
 * system. A disk takes about ten times as long to clone the template, longer with every clone, and twice as long to start
 * a database.
 */
export async function openTestFolder() {
  await removeLeft()
  const folder = await mkdtemp(join((await roomIn(MEMORY)) > ROOM ? MEMORY : tmpdir(), NAME))
  await chmod(folder, 0o711) // databases in it may belong to another user
  process.env.TMPDIR = folder
  return folder
}

const roomIn = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )

/** A run that was killed leaves its folder behind, and memory is scarce. */
async function removeLeft() {
  for (const name of await readdir(MEMORY).catch(() => []))
    if (name.startsWith(NAME) && !(await isUsed(join(MEMORY, name))))
      await rm(join(MEMORY, name), { recursive: true, force: true })
}

const NEW = 60 * 60_000

/** A server runs in it, or it is new: its run has just begun. */
async function isUsed(folder: string) {
  const pid = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => null)
  if (pid === null) return Date.now() - (await stat(folder)).mtimeMs < NEW
  try {
    process.kill(Number.parseInt(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' // others: its file is half written, or it is somebody else's
  }
}
