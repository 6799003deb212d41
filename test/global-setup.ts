import { mkdtemp, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { createBuilder } from 'vite'
import type { TestProject } from 'vitest/node'
import { startEmbedded, type Embedded } from '#server/db/embedded.ts'
import { makeTemplate, onServer } from './database.ts'
import { openTestFolder } from './test-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    mediaChildren: string
  }
}

/** One database server for all test files, and the built children for media. */
export default async function setup(project: TestProject) {
  const { serverUrl, mediaChildren, end } = await prepare()
  project.provide('serverUrl', serverUrl)
  project.provide('mediaChildren', mediaChildren)
  return end
}

/**
 * Starts a database server, unless one is given, and makes the template that tests clone. Builds the children for media,
 * which start in a fifth of the time: the tests start thousands.
 */
export async function prepare() {
  const children = await mkdtemp('node_modules/.media-') // a folder that children may read
  await buildChildren(children)
  const given = process.env.TEST_DATABASE_URL
  const folder = await openTestFolder()
  const own = given ? null : await startEmbedded(folder)
  if (own) await skipSafety(own.ownerUrl)
  const serverUrl = given ?? bySocket(own!)
  await makeTemplate(serverUrl)
  return {
    serverUrl,
    mediaChildren: pathToFileURL(`${children}/`).href,
    end: async () => {
      await own?.stop()
      for (const made of [folder, children]) await rm(made, { recursive: true, force: true })
    },
  }
}

/** The server's address, by its socket where it has one, as the app reaches it: a statement takes less processor time. */
const bySocket = ({ ownerUrl, url }: Embedded) => Object.assign(new URL(ownerUrl), { search: new URL(url).search }).href

/** The server lives as long as the tests, so it need not survive a power cut. Hundreds of databases come and go faster. */
async function skipSafety(url: string) {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await onServer(url, `alter system set ${setting} = off`)
  await onServer(url, 'alter system set scram_iterations = 1') // tests connect thousands of times
  await onServer(url, 'select pg_reload_conf()')
}

async function buildChildren(outDir: string) {
  const builder = await createBuilder({ logLevel: 'warn', environments: { media: { build: { outDir } } } })
  await builder.build(builder.environments.media!)
}
