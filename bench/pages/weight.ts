import { brotliCompressSync } from 'node:zlib'

const kilobytes = (bytes: number) => bytes / 1000
const compressed = async (url: string) => brotliCompressSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length

/** A script and all that it imports at once. */
async function scriptsFrom(base: string, path: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(path)) return found
  found.add(path)
  const code = await (await fetch(base + path)).text()
  for (const [, name] of code.matchAll(/\bfrom"\.\/([^"]+)"/g)) await scriptsFrom(base, `/assets/${name}`, found)
  return found
}

/** How much a page may weigh by kind, in KB (1,000 bytes) of brotli: see docs/decisions/0012, 0021 and 0031. */
export const BUDGETS = { html: 15, css: 15, picture: 8.2, js: 95, screen: 20, fonts: 50 }

/**
 * Weighs everything that a page loads before it can be used. Inlined styles and pictures count as such, not as HTML.
 */
export async function weigh(base: string, path: string) {
  const html = await (await fetch(base + path)).text()
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  const files = (tag: RegExp) =>
    tags.flatMap((text) => (tag.test(text) && /(?:src|href)="(\/assets\/[^"]+)"/.exec(text)?.[1]) || [])
  const scripts = new Set<string>()
  for (const file of files(/^<script/)) await scriptsFrom(base, file, scripts)
  const sum = async (paths: string[], size: (url: string) => Promise<number>) =>
    kilobytes((await Promise.all(paths.map((file) => size(base + file)))).reduce((a, b) => a + b, 0))
  const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map((match) => match[1]!)
  const weightOf = (text: string) => kilobytes(brotliCompressSync(text).length)
  return {
    html: weightOf(html.replaceAll(/<style>[^]*?<\/style>/g, '')),
    css: weightOf(styles.filter((style) => !isPicture(style)).join('')),
    picture: weightOf(styles.filter(isPicture).join('')),
    js: await sum([...scripts], compressed),
    screen: await sum(
      files(/rel="modulepreload"/).filter((file) => !scripts.has(file)),
      compressed,
    ),
    fonts: await sum(files(/as="font"/), async (url) => (await (await fetch(url)).arrayBuffer()).byteLength),
  }
}

const isPicture = (style: string) => style.includes('url(data:image/webp')
