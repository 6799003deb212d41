import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const OXLINT = resolve('node_modules/oxlint/bin/oxlint')

const broken: [file: string, imported: string][] = [
  ['contract/x.ts', 'kysely'],
  ['contract/x.ts', '#server/money.ts'],
  ['server/storage/x.ts', '#server/accounts/index.ts'],
  ['server/http/x.ts', '#demo/seed.ts'],
  ['server/storage/x.ts', '../accounts/routes.ts'],
  // folders that the lint file does not name
  ['server/newcomer/x.ts', '#server/accounts/queries.ts'],
  ['server/accounts/x.ts', '#server/newcomer/queries.ts'],
  ['server/accounts/x.ts', '#server/newcomer/parts/deep.ts'],
  ['server/newcomer/x.ts', '#server/stranger/queries.ts'],
  ['server/newcomer/x.ts', '#web/paths.ts'],
  ['server/newcomer/x.ts', '../accounts/index.ts'],
  ['server/storage/x.ts', '#server/newcomer/index.ts'],
  ['server/ledger/x.ts', '#server/newcomer/index.ts'],
  ['web/newcomer/x.ts', '#web/catalogue/hero.tsx'],
  ['web/newcomer/x.ts', '#web/stranger/index.ts'],
  ['web/catalogue/x.ts', '#web/newcomer/index.ts'],
  ['web/catalogue/x.ts', '#web/newcomer/parts/deep.tsx'],
  ['web/newcomer/x.ts', '#web/shell/layout.tsx'],
  ['web/newcomer/x.ts', '#web/routes.tsx'],
  ['web/newcomer/x.ts', '#server/money.ts'],
  ['web/newcomer/x.ts', '../ui/button.tsx'],
  ['web/items/x.ts', '#web/newcomer/index.ts'],
  ['web/lists/x.ts', '#web/newcomer/index.ts'],
  ['web/ui/x.ts', '#web/newcomer/index.ts'],
  ['web/on-demand/x.ts', '#web/ui/button.tsx'],
  ['web/playlist/x.ts', '#web/lists/genres.ts'],
  ['server/contact/x.ts', '#server/accounts/queries.ts'],
  ['server/contact/x.ts', '#server/social/likes.ts'],
  ['server/social/x.ts', '#server/listening/playlist.ts'],
  ['server/jobs/x.ts', '#server/social/index.ts'],
  ['server/accounts/x.ts', '../catalogue/routes.ts'],
  ['server/accounts/x.ts', '#web/paths.ts'],
  ['web/items/x.ts', '#server/money.ts'],
  ['web/items/x.ts', '#web/catalogue/hero.tsx'],
  ['web/catalogue/x.ts', '#web/accounts/register.tsx'],
  ['web/catalogue/x.ts', '#web/item-page/item-page.tsx'],
  ['web/items/x.ts', '#web/item-page/queries.ts'],
  ['web/items/x.ts', '#web/lists/genres.ts'],
  ['web/session/x.ts', '#web/lists/genres.ts'],
  ['web/catalogue/x.ts', '../shell/layout.tsx'],
  ['web/catalogue/x.ts', '#web/shell/layout.tsx'],
  ['web/ui/x.ts', '#web/router/hooks.ts'],
  ['web/router/x.ts', '#web/session/session.ts'],
  ['web/ui/x.ts', '#web/api/call.ts'],
  ['web/ui/x.ts', '#contract/caller.ts'],
  ['web/api/x.ts', '#web/session/session.ts'],
]
const kept: [file: string, imported: string][] = [
  ['server/newcomer/x.ts', '#server/accounts/index.ts'],
  ['server/accounts/x.ts', '#server/newcomer/index.ts'],
  ['server/newcomer/x.ts', '#server/storage/local.ts'],
  ['server/newcomer/x.ts', '#server/services.ts'],
  ['server/newcomer/x.ts', '#contract/accounts.ts'],
  ['server/storage/x.ts', '#server/db/pool.ts'],
  ['server/app.ts', '#server/newcomer/index.ts'],
  ['web/newcomer/x.ts', '#web/lists/genres.ts'],
  ['web/newcomer/x.ts', '#web/paths.ts'],
  ['web/newcomer/x.ts', '#web/on-demand/on-demand.ts'],
  ['web/routes.tsx', '#web/newcomer/index.ts'],
  ['web/shell/x.ts', '#web/newcomer/index.ts'],
  ['web/ui/x.ts', '#web/on-demand/on-demand.ts'],
  ['web/api/x.ts', '#web/ui/toast.ts'],
  ['contract/x.ts', 'zod'],
  ['server/contact/x.ts', '#server/notifications/index.ts'],
  ['server/accounts/x.ts', '#contract/accounts.ts'],
  ['web/catalogue/x.ts', '#web/items/format.ts'],
  ['web/shell/x.ts', '#web/session/session.ts'],
  ['web/lists/x.ts', '#web/items/format.ts'],
  ['web/ui/x.ts', './cx.ts'],
  ['web/ui/x.ts', '#contract/line.ts'],
]

/** The complaints of lint about each import, in the order of the lists. One run finds all, since a start takes time. */
let complaints: string[][]

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slide-borders-'))
  try {
    await cp('.oxlintrc.json', join(folder, '.oxlintrc.json'))
    const files = await Promise.all([...broken, ...kept].map((each, index) => writeImport(folder, each, index)))
    const { stdout } = spawnSync(process.execPath, [OXLINT, '--format=unix'], { cwd: folder, encoding: 'utf8' })
    const lines = stdout.split('\n').filter((line) => line.includes('no-restricted-imports'))
    complaints = files.map((file) => lines.filter((line) => line.startsWith(`${file}:`)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Writes a file that imports something. A file called x gets a name of its own. */
async function writeImport(folder: string, [file, imported]: (typeof broken)[number], index: number) {
  const named = file.replace(/x\.ts$/, `x${index}.ts`)
  await mkdir(dirname(join(folder, named)), { recursive: true })
  await writeFile(join(folder, named), `import { x } from '${imported}'\nexport const y = x\n`, { flag: 'wx' })
  return named
}

const refused = broken.map(([file, imported], index) => ({ file, imported, index }))
test.each(refused)('$file may not import $imported', ({ index }) => {
  expect(complaints[index]).toHaveLength(1)
})
const allowed = kept.map(([file, imported], index) => ({ file, imported, index: broken.length + index }))
test.each(allowed)('$file may import $imported', ({ index }) => {
  expect(complaints[index]).toEqual([])
})
