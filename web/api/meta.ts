import type { Meta } from '#contract/page.ts'

export type Handle = {
  meta?: (data: unknown) => Meta
  /** Sent as an empty root: the server knows nobody. */
  signedIn?: boolean
  /** The source file of a screen in a chunk of its own: by it the server finds what to preload. */
  module?: string
}

/** Head tags of a route, from what its loader returned. */
export const meta = <Data = unknown>(make: (data: Data) => Meta): Handle => ({ meta: (data) => make(data as Data) })

/** The deepest route speaks for the page. */
export function metaOf(matches: { handle?: unknown; loaderData?: unknown }[]): Meta {
  for (const { handle, loaderData } of matches.toReversed()) {
    const { meta } = (handle ?? {}) as Handle
    if (meta) return meta(loaderData)
  }
  return { title: 'Slide' }
}
