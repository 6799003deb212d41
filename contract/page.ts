// The types between server and page renderer. Neither side imports the other.
import type { Call } from './caller.ts'

/** JSON for crawlers, as schema.org describes it. */
type StructuredData = Record<string, unknown>

export type Meta = {
  title: string
  description?: string
  /** The path of the page's canonical address, if that is not the requested one. */
  canonical?: string
  type?: 'website' | 'music.song' | 'product' | 'profile'
  /** A picture for shared links, 1200 by 630. Without one the shop's picture is used. */
  image?: { path: string; alt: string }
  /** Other sites may ask `/api/oembed` for its player. */
  embeddable?: true
  noindex?: boolean
  structured?: StructuredData
}

export type Page =
  /** 301: the page has moved for good. */
  | { kind: 'redirect'; to: string; status: 301 | 302 }
  /** The player for other sites: a small document of its own, without the site's scripts and styles. */
  | { kind: 'frame'; status: number; title: string; html: string; style?: string; data?: unknown }
  /** Signed-in screens: the same document with an empty root. */
  | {
      kind: 'empty'
      meta: Meta
      modules: string[]
      /** A card may be charged here by its provider's script. */
      pays?: boolean
    }
  | {
      kind: 'page'
      status: number
      html: string
      meta: Meta
      data: unknown
      modules: string[]
      /** The errors of parts that stay empty. Such a page is shown but not cached. */
      failures?: unknown[]
    }

export type RenderPage = (url: string, call: Call) => Promise<Page>

/** The module behind both `dist/server/entry-server.js` and the development server's entry. */
export type PageRenderer = {
  /** The address contains only query parameters that the page reads. */
  render: RenderPage
  /** Names of the query parameters that the page at a path reads. */
  reads: (pathname: string) => readonly string[]
}
