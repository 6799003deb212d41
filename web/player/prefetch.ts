import type { Sound } from './sound.ts'

const fetched = new Set<string>()
let running: AbortController | undefined

/** Into the browser's cache, after all that matters more; what is not wanted any more is broken off. */
export function prefetch(sounds: (Sound | undefined)[]) {
  stopPrefetch()
  running = new AbortController()
  for (const sound of sounds) if (sound && !fetched.has(sound.previewUrl)) void fetchWhole(sound.previewUrl, running)
}

export const stopPrefetch = () => running?.abort()

async function fetchWhole(url: string, { signal }: AbortController) {
  try {
    const reply = await fetch(url, { priority: 'low', signal })
    await reply.arrayBuffer()
    fetched.add(url)
  } catch {
    // it comes when it is played
  }
}
