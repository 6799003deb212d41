import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Trouble } from '#server/trouble.ts'

export type ServerUser = { uid: number; gid: number } | null
export type Run = (file: string, args: string[]) => Promise<void>

/** PostgreSQL refuses to run as root. It then runs as `postgres`, or as `nobody` if there is no such user. */
export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([entry]) => entry === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Trouble('PostgreSQL refuses to run as root, and there is no user `postgres` or `nobody`. Set DATABASE_URL.')
}

/** Runs the server's programs as that user, even in folders that the user can't enter. */
export const runnerFor =
  (user: ServerUser, folders: string[]): Run =>
  (file, args) =>
    execute(commandAs(user, file, args, folders), user)

/** In a closed folder such as /root the user keeps the right to enter and to read, not to write. */
function commandAs(user: ServerUser, file: string, args: string[], folders: string[]): string[] {
  if (!user || folders.every(isOpen)) return [file, ...args]
  return [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=-all,+dac_read_search',
    file,
    ...args,
  ]
}

function isOpen(folder: string): boolean {
  const passable = (statSync(folder).mode & 0o001) !== 0
  return passable && (dirname(folder) === folder || isOpen(dirname(folder)))
}

function execute([file, ...args]: string[], user: ServerUser) {
  return new Promise<void>((done, fail) => {
    const ids = user && file !== 'setpriv' ? { uid: user.uid, gid: user.gid } : {}
    const child = spawn(file!, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...ids })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.once('error', fail)
    child.once('exit', (code) => {
      if (code === 0) return done()
      fail(
        Object.assign(
          new Error(`${file} ended with ${code}: ${said.slice(-800)}`),
          said.includes('No space left') && { code: 'ENOSPC' },
        ),
      )
    })
  })
}
