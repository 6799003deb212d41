import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs the packages of a folder of `bench` when they are missing: `npm ci` in the root leaves out what only one command needs. */
export function installPackagesOf(name: string) {
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url))
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return folder
  console.log(`Installing packages (npm ci in bench/${name}) …`)
  const npm = process.env.npm_execpath
  const [file, ...before] = npm ? [process.execPath, npm] : ['npm']
  const install = [...before, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(file!, install, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`The packages of bench/${name} could not be installed.`)
  return folder
}
