import type { Meta } from '#contract/page.ts'

export type Handle = {
  meta?: (data: unknown) => Meta | undefined
  /** Sent as an empty root: the server knows nobody. */
  signedIn?: boolean
  /** The source file of a screen in a chunk of its own: by it the server finds what to preload. */
  module?: string
}

/** Head tags of a route, from what its loader returned. */
export const meta = <Data = unknown>(make: (data: Data) => Meta): Handle => ({ meta: (data) => make(data as Data) })

/** Head tags that the loader returns. What it said on the server is printed there, and not said again in the browser. */
export const metaFromLoader: Handle = { meta: (said) => (said as Meta | null) ?? undefined }

/** The deepest route speaks for the page. */
export function metaOf(matches: { handle?: unknown; loaderData?: unknown }[]): Meta | undefined {
  for (const { handle, loaderData } of matches.toReversed()) {
    const said = ((handle ?? {}) as Handle).meta?.(loaderData)
    if (said) return said
  }
  return undefined
}
