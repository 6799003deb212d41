import { isPublic, type Sound } from './sound.ts'

const fetched = new Set<string>()
let running: AbortController | undefined

/** Fetches previews into the browser's cache at low priority. A new call stops the fetches of the last one. */
export function prefetch(sounds: (Sound | undefined)[]) {
  stopPrefetch()
  running = new AbortController()
  for (const sound of sounds)
    if (sound && isPublic(sound) && !fetched.has(sound.previewUrl)) void fetchWhole(sound.previewUrl, running)
}

export const stopPrefetch = () => running?.abort()

async function fetchWhole(url: string, { signal }: AbortController) {
  try {
    const reply = await fetch(url, { priority: 'low', signal })
    await reply.arrayBuffer()
    fetched.add(url)
  } catch {
    // the player loads it when it plays
  }
}
