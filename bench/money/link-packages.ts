// Gives Stryker's copy of the project the packages as files of its own: the processes that read media may read no other
// folder, and a symbolic link leads to another one.
import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'

link(resolve('../../../node_modules'), resolve('node_modules'))

function link(from: string, to: string) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [resolve(from, entry.name), resolve(to, entry.name)]
    if (entry.isDirectory()) link(source, copy)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), copy)
    else linkSync(source, copy)
  }
}
