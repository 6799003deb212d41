import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { JobPool } from '#server/media/job-pool.ts'
import { catalogue, type Beat, type Catalogue, type Unsold } from './catalogue.ts'
import { DRAFTS, readList } from './lists.ts'
import type { ItemFiles, Manifest, Pictures } from './manifest.ts'
import type { DemoTasks } from './child.ts'

type Progress = (done: number, total: number, label: string) => void
type Options = { cacheDir: string; onProgress?: Progress; content?: Catalogue }

const MOST_CHILDREN = 2 // each needs up to 450 MB
const BEATS_A_CHILD = 6 // starting a child costs as much as a third of a beat
const LIMITS = { memoryMb: 1_500, cpuSeconds: 300, wallSeconds: 900, replyMb: 8 }
const SOURCES = [
  new URL('./', import.meta.url),
  new URL('../server/media/', import.meta.url),
  new URL('../server/art/', import.meta.url),
]

/**
 * Makes all files of the demo that are missing. Their folder is named after a hash of the code that makes them: a
 * change of the code makes all files again, and an interrupted run continues.
 */
export async function makeDemoFiles({
  cacheDir,
  onProgress = () => {},
  content = catalogue,
}: Options): Promise<Manifest> {
  const version = await hashOfSources()
  const folder = join(resolve(cacheDir), version)
  await mkdir(join(folder, DRAFTS), { recursive: true })
  await removeOthers(cacheDir, version)
  await removeLeftovers(join(folder, DRAFTS))
  const pool = new JobPool<DemoTasks>({
    script: new URL('./child.ts', import.meta.url),
    sources: ['demo/', 'server/', 'contract/'],
    limits: LIMITS,
    semiSpaceMb: 16, // a beat is made of many small arrays: with little room, collecting them takes a quarter of the time
    isNative: true,
    size: Math.min(MOST_CHILDREN, availableParallelism()),
  })
  try {
    return await makeAll(pool, folder, content, onProgress)
  } finally {
    pool.close()
  }
}

async function makeAll(
  pool: JobPool<DemoTasks>,
  folder: string,
  { beats, packs, kits, unsold }: Catalogue,
  onProgress: Progress,
): Promise<Manifest> {
  const total = beats.length + unsold.length + packs.length + kits.length + 2
  let done = 0
  const items: Record<string, ItemFiles> = {}
  const step = async <Made>(name: string, label: string, make: () => Promise<Made>): Promise<Made> => {
    const made = (await readList<Made>(folder, name)) ?? (await make())
    onProgress(++done, total, label)
    return made
  }
  const makeItem = async (name: string, item: { slug: string; title: string }, make: () => Promise<ItemFiles>) => {
    items[item.slug] = await step(name, item.title, make)
  }
  const root = folder
  const files = { files: { reads: [folder], writes: [folder] } }
  const voices = await step<Manifest['voices']>('voices', 'Voice tags', () =>
    pool.run('voices', { root, name: 'voices' }, files),
  )
  const makeBeats = async (some: (Beat | Unsold)[]) => {
    const orders = some.map((beat) => {
      const voice = voices[beat.owner]
      return { beat, root, name: `beats/${beat.slug}`, ...(voice && { voice: join(root, voice.path) }) }
    })
    const known = await Promise.all(orders.map(({ name }) => readList<ItemFiles>(folder, name)))
    const missing = orders.filter((_, index) => !known[index])
    const made = missing.length === 0 ? [] : await pool.run('beats', { orders: missing }, files)
    for (const [index, { beat }] of orders.entries()) {
      items[beat.slug] = known[index] ?? made.shift()!
      onProgress(++done, total, beat.title)
    }
  }
  const first = inGroups([...beats, ...unsold], BEATS_A_CHILD).map(makeBeats)
  const beside = kits.map((kit) => {
    const name = `kits/${kit.slug}`
    return makeItem(name, kit, () => pool.run('kit', { kit, root, name }, files))
  })
  const pictures = step<Pictures>('pictures', 'Pictures', () => pool.run('pictures', { root, name: 'pictures' }, files))
  await Promise.all([...first, ...beside, pictures])
  const made = packs.map((pack) => {
    const name = `packs/${pack.slug}`
    return makeItem(name, pack, () => pool.run('pack', { pack, root, name }, files))
  })
  await Promise.all(made)
  return { folder, items, pictures: await pictures, voices }
}

const inGroups = <Item>(all: Item[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, group) => all.slice(group * size, (group + 1) * size))

/** Removes files that an older version of the code made. */
async function removeOthers(cacheDir: string, version: string) {
  const others = (await readdir(cacheDir)).filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== version)
  await Promise.all(others.map((name) => rm(join(cacheDir, name), { recursive: true, force: true })))
}

/** Removes drafts of processes that were ended: no job lives so long. */
async function removeLeftovers(drafts: string) {
  for (const name of await readdir(drafts)) {
    const draft = join(drafts, name)
    const found = await stat(draft).catch(() => null) // another shop may have renamed it
    if (found && Date.now() - found.mtimeMs > LIMITS.wallSeconds * 1_000)
      await rm(draft, { recursive: true, force: true })
  }
}

/** Hashes the sources that make the files. Tests and the seeding of the database make none, so they are left out. */
async function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const names = await readdir(source, { recursive: true })
    const counted = names.filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('seed'),
    )
    for (const name of counted.sort())
      hash.update(name.replaceAll('\\', '/')).update(await readFile(new URL(name, source)))
  }
  return hash.digest('hex').slice(0, 16)
}
