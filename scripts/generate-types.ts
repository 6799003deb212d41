// Generates row types from the migrations; run it after adding one. `--verify` only checks that they are up to date.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const dir = await mkdtemp(join(tmpdir(), 'slide-types-'))
const embedded = await startEmbedded(dir)
try {
  await migrate(embedded.url)
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--dialect=postgres',
      '--camel-case',
      '--default-schema=public',
      '--include-pattern=public.*',
      '--type-mapping={"int8":"number"}',
      '--out-file=./server/db/types.ts',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit', env: { ...process.env, DATABASE_URL: embedded.url } },
  )
  process.exitCode = status ?? 1
} finally {
  await embedded.stop()
  await rm(dir, { recursive: true, force: true })
}
