// What the server asks of the web side, and what it gets. Types only: neither side imports the other.
import type { Call } from './caller.ts'

/** JSON for crawlers, as schema.org describes it. */
type StructuredData = Record<string, unknown>

export type Meta = {
  title: string
  description?: string
  /** Path of the page's one true address, when it differs from the address asked for. */
  canonical?: string
  type?: 'website' | 'music.song' | 'product'
  /** A picture for shared links, 1200 by 630; without one the house's. */
  image?: { path: string; alt: string }
  /** Other sites may ask `/api/oembed` for its player. */
  embeddable?: true
  noindex?: boolean
  structured?: StructuredData
}

export type Page =
  /** 301: it lives there now, for good. */
  | { kind: 'redirect'; to: string; status: 301 | 302 }
  /** The player on other people's pages: a small document of its own, without the site's scripts and styles. */
  | { kind: 'frame'; status: number; title: string; html: string; style?: string; data?: unknown }
  /** Signed-in screens: the same document with an empty root. */
  | { kind: 'empty'; meta: Meta; modules: string[] }
  | {
      kind: 'page'
      status: number
      html: string
      meta: Meta
      data: unknown
      modules: string[]
      /** Why a part of it is empty: such a page is shown, and not kept. */
      failures?: unknown[]
    }

export type RenderPage = (url: string, call: Call) => Promise<Page>

/** The module behind both `dist/server/entry-server.js` and the development server's entry. */
export type PageRenderer = {
  /** The address bears only what the page reads of its query. */
  render: RenderPage
  /** Names of the query parameters that the page at a path reads. */
  reads: (pathname: string) => readonly string[]
}
