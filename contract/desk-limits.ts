import { atMost, type TextLimits } from './limits.ts'

// The limits of the desk's forms. They stand apart, since everybody else's forms would load them.

export const stopLimits = {
  reason: { required: 'Say why: everybody reads it.', min: [3, 'Say why: everybody reads it.'], max: atMost(300) },
} as const satisfies Record<string, TextLimits>

/** The fields of a finished task. */
export const taskLinkLimits = { max: atMost(500) } as const satisfies TextLimits
export const taskNoteLimits = { max: atMost(500) } as const satisfies TextLimits

export const announcementLimits = {
  title: { required: 'Give it a title.', max: atMost(120) },
  message: { required: 'Write the words.', max: atMost(1000) },
  path: { max: atMost(200), patterns: [[/^\/(?![/\\])[^\s\\]*$/, 'Give a page of this site, such as /charts.']] },
} as const satisfies Record<string, TextLimits>

export const cannedReasonLimits = {
  name: { required: 'Give a short name.', max: atMost(40) },
  sentence: { required: 'Write the sentence that the seller reads.', max: atMost(500) },
} as const satisfies Record<string, TextLimits>

export const supportNoteLimits = {
  body: { required: 'Write a note.', max: atMost(2000) },
} as const satisfies Record<string, TextLimits>

export const synonymLimits = {
  words: { required: 'Give a word.', max: atMost(60) },
  means: { required: 'Give a word.', max: atMost(60) },
} as const satisfies Record<string, TextLimits>
