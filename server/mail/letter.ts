import type { Line } from '#contract/line.ts'
import type { ChosenKind } from '#contract/notice-kinds.ts'

/** A part of a letter. Plain text only: the two renderings escape and lay out. Paths begin at the site's address. */
type Block =
  | { type: 'words'; text: string }
  | { type: 'button'; label: string; path: string }
  /** How long the link of the button works. HTML also shows its address, to be copied where the button does nothing. */
  | { type: 'validity'; text: string; path: string }
  /** Text that another person wrote. Its line breaks are kept. */
  | { type: 'quote'; text: string }
  /** Small type below a line. */
  | { type: 'note'; text: string }

export type Letter = {
  subject: string
  /** Colors of the strip on top, from left to right. */
  lines: readonly Line[]
  title: string
  blocks: Block[]
  /** Why this mail came. */
  footer: string
  /** A one-time token that the letter carries: it is blanked in the outbox once the mail has gone. */
  secret?: string
}

/** One kind of mail. Each feature keeps its templates beside the actions that send them. */
export type Template<Facts> = {
  kind: string
  /** People can switch these mails off; a kind without a topic always comes. */
  topic?: Topic
  compose: (facts: Facts) => Letter
}

/**
 * `updates`: news about Slide, for people who asked for it (`account.wants_updates`). `digest`: the mail of the day. Any
 * other: the single mails of one kind of news.
 */
export type Topic = 'updates' | 'digest' | ChosenKind

/** A letter with the addresses that only the sender of all mails knows. `unsubscribe` is null for mails that always come. */
export type Addressed = Letter & { origin: string; unsubscribe: { url: string; label: string } | null }
