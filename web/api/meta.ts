import type { Meta } from '#contract/page.ts'

export type Handle = {
  meta?: (data: unknown) => Meta | undefined
  /** The server sends an empty root, because it doesn't know who is signed in. */
  signedIn?: boolean
  /** A card may be charged here by its provider's script, for which the server widens the content policy. */
  pays?: boolean
  /** The source file of a screen that is loaded on its own. With it the server finds the files to preload. */
  module?: string
}

/** Head tags that are made from the loader's data. */
export const meta = <Data = unknown>(make: (data: Data) => Meta): Handle => ({ meta: (data) => make(data as Data) })

/** Head tags that are the loader's data. The server prints them and sends no copy to the browser. */
export const metaFromLoader: Handle = { meta: (said) => (said as Meta | null) ?? undefined }

/** The head tags of the deepest route that has any. */
export function metaOf(matches: { handle?: unknown; loaderData?: unknown }[]): Meta | undefined {
  for (const { handle, loaderData } of matches.toReversed()) {
    const said = ((handle ?? {}) as Handle).meta?.(loaderData)
    if (said) return said
  }
  return undefined
}
