/** The chunk is missing or broken, because a new release has replaced it. Only a reload helps. */
export class ReloadNeeded extends Error {}

/** Files that the browser runs already, or that the document loads. */
const present = new Set<string>()
if (!import.meta.env.SSR)
  for (const link of document.querySelectorAll('link[rel=modulepreload]')) present.add(link.getAttribute('href') ?? '')

let fetchesOnly = false

/**
 * The build calls this for every `import()` in the web code, with all files that the import needs. The files are fetched
 * into the browser's cache first: some browsers never ask again for a module that once failed, but all repeat a fetch.
 * @public
 */
export async function importChunk<T>(load: () => Promise<T>, files: string[]): Promise<T | undefined> {
  const urls = files.map((file) => `/${file}`).filter((url) => !present.has(url))
  const runsIt = !fetchesOnly
  await Promise.all(urls.map((url) => fetchFile(url, runsIt ? 'high' : 'low')))
  if (!runsIt) return
  try {
    const module = await load()
    for (const url of urls) present.add(url)
    return module
  } catch (cause) {
    throw new ReloadNeeded('import failed', { cause })
  }
}

async function fetchFile(url: string, priority: RequestPriority) {
  const reply = await fetch(url, { priority })
  if (reply.status === 404) throw new ReloadNeeded(url)
  if (!reply.ok) throw new Error(url)
  await reply.arrayBuffer()
}

/** Fetches the files of an import without running them. `load` must start its import synchronously. */
export function fetchAhead(load: () => Promise<unknown>) {
  fetchesOnly = true
  try {
    return load()
  } finally {
    fetchesOnly = false
  }
}
