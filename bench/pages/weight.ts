import { brotliCompressSync } from 'node:zlib'

const kilobytes = (bytes: number) => bytes / 1000
const compressed = async (url: string) => brotliCompressSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length

/** What a page loads before it can be used, in KB (1,000 bytes): brotli 11 for files, as sent for the document. */
export async function weigh(base: string, path: string) {
  const html = await (await fetch(base + path)).text()
  const sent = await fetch(base + path, { headers: { 'accept-encoding': 'br' } })
  const documentSize = Number(sent.headers.get('content-length'))
  const files = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map((match) => match[1]!))]
  const scripts = files(/(?:src|rel="modulepreload" href)="(\/assets\/[^"]+\.js)"/g)
  const fonts = files(/href="(\/assets\/[^"]+\.woff2)"/g)
  const sum = async (paths: string[], size: (url: string) => Promise<number>) =>
    kilobytes((await Promise.all(paths.map((file) => size(base + file)))).reduce((a, b) => a + b, 0))
  const css = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? ''
  return {
    html: kilobytes(documentSize),
    css: kilobytes(brotliCompressSync(css).length),
    js: await sum(scripts, compressed),
    fonts: await sum(fonts, async (url) => (await (await fetch(url)).arrayBuffer()).byteLength),
  }
}
