import type { App } from '#server/services.ts'
import type { LineKinds } from './line-kinds.ts'

/** The shop's services, and the kinds of lines that it sells. */
export type Shop = { app: App; kinds: LineKinds }
