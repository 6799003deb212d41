import type { ComponentType } from 'react'
import type { Meta } from '#contract/page.ts'
import type { Tools } from '#web/api/tools.ts'

export type Params = Readonly<Record<string, string | undefined>>

/** The facts that a loader has about the page that it loads for. */
export type Visit = Tools & { url: URL; params: Params }

/** Loads what a screen shows. Its result is the page's data; a `Redirect` or an `Answer` says more. */
type Loader = (visit: Visit) => unknown

/** Stands in the place of a screen that failed. */
export type Failed = ComponentType<{ error: unknown }>

export type Screen = { Component: ComponentType; loader?: Loader; Failed?: Failed }

/** One line of the table of pages. */
export type Page = {
  /** Segments, of which `:name` is a parameter and `*` is everything. */
  path: string
  /** A function loads the screen's code. */
  screen: Screen | (() => Promise<Screen>)
  /** Head tags, or how they are made from the loader's data. */
  head?: Meta | ((data: unknown) => Meta | undefined)
  /** The server sends an empty root, because it doesn't know who is signed in. */
  signedIn?: boolean
  /** A card may be charged here by its provider's script, for which the server widens the content policy. */
  pays?: boolean
  /** The source file of a screen that is loaded on its own. With it the server finds the files to preload. */
  module?: string
}

/** A loader returns it when the page is somewhere else. 301: for good. */
export class Redirect {
  readonly to: string
  readonly status: 301 | 302
  constructor(to: string, status: 301 | 302 = 302) {
    this.to = to
    this.status = status
  }
}

/** A loader returns it when its page has another status than 200. */
export class Answer {
  readonly status: number
  readonly data: unknown
  constructor(status: number, data: unknown) {
    this.status = status
    this.data = data
  }
}

/** Head tags that are the loader's data. The server prints them and sends no copy to the browser. */
export const headFromLoader = (data: unknown) => (data as Meta | null | undefined) ?? undefined

export const headOf = ({ page: { head }, data }: { page: Page; data?: unknown }) =>
  typeof head === 'function' ? head(data) : head
