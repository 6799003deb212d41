import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageRenderer } from '#contract/page.ts'
import { Trouble } from '#server/trouble.ts'
import type { FrameHead } from './document.ts'
import type { Web } from './pages.ts'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

const DIST = new URL('../../dist/', import.meta.url)
const ENTRY = 'web/entry-client.tsx'
const STYLE = 'style.css'
const FRAME_ENTRY = 'web/entry-embed.ts'
const PRELOADED_FONTS = /(big-shoulders-display-latin-900|hanken-grotesk-latin-wght)-normal/
const KEEP_PAGES = 15_000
const UNBUILT = 'The pages are not built: run `npm run build`.'

export async function productionWeb(http: FastifyInstance): Promise<Web> {
  await http.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', DIST)),
    prefix: '/assets/',
    preCompressed: true,
    decorateReply: false,
    // version 10 passes a reply, not a raw response
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  const manifest = await readManifest('manifest')
  const entry = manifest[ENTRY]
  const sheet = manifest[STYLE]
  if (!entry || !sheet) throw new Trouble(UNBUILT)
  const renderer = (await import(new URL('server/entry-server.js', DIST).href)) as PageRenderer
  const style = await readBuilt(sheet.file)
  const frame = await readFrame()
  const fonts = Object.values(manifest).flatMap(({ file }) =>
    file.endsWith('.woff2') && PRELOADED_FONTS.test(file) ? [file] : [],
  )
  const fontTags = fonts
    .map((f) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${f}">`)
    .join('')

  const kept = new Map<string, string>()
  const tagsOf = (modules: string[]) => {
    const key = modules.join()
    const tags = kept.get(key) ?? makeTags(modules)
    kept.set(key, tags)
    return tags
  }
  const makeTags = (modules: string[]) => {
    const files = new Set([ENTRY, ...modules].flatMap((key) => [...filesOf(manifest, key)]))
    files.delete(entry.file)
    const preloads = [...files].map((f) => `<link rel="modulepreload" fetchpriority="low" href="/${f}">`).join('')
    return `<script type="module" fetchpriority="low" src="/${entry.file}"></script>${preloads}`
  }
  const head = async (_url: string, modules: string[]) => ({ styles: [style], tags: tagsOf(modules), fonts: fontTags })
  return { keep: KEEP_PAGES, policy: true, renderer: async () => renderer, head, frameHead: async () => frame }
}

/** Built separately without chunks of the pages, and small enough to be part of the document. */
async function readFrame(): Promise<FrameHead> {
  const entry = (await readManifest('manifest-embed'))[FRAME_ENTRY]
  if (!entry) throw new Trouble(UNBUILT)
  const styles = await Promise.all((entry.css ?? []).map(readBuilt))
  return { tags: '', styles, script: (await readBuilt(entry.file)).trim() }
}

const readBuilt = (file: string) => readFile(new URL(`client/${file}`, DIST), 'utf8')

async function readManifest(name: string): Promise<Manifest> {
  try {
    return JSON.parse(await readBuilt(`.vite/${name}.json`)) as Manifest
  } catch (cause) {
    throw new Trouble(UNBUILT, { cause })
  }
}

/** The file of a module and the files that it imports. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk && !seen.has(chunk.file)) {
    seen.add(chunk.file)
    for (const next of chunk.imports ?? []) filesOf(manifest, next, seen)
  }
  return seen
}
