import type { Template } from '#server/mail/letter.ts'

type Facts = { handle: string; title: string; message: string; isNew: boolean }

/** One step of a split, for one of its people. `isNew`: the reader is asked for an answer. */
export const splitMail: Template<Facts> = {
  kind: 'split',
  compose: ({ handle, title, message, isNew }) => ({
    subject: title,
    lines: ['uk', 'ny'],
    title,
    blocks: [
      { type: 'words', text: `${handle}, this is about the earnings of an item.` },
      { type: 'words', text: message },
      ...(isNew
        ? [{ type: 'words' as const, text: 'You can accept or decline it. Later you can give it up at any time.' }]
        : []),
      { type: 'button', label: isNew ? 'Answer the offer' : 'Open your splits', path: '/account?tab=splits' },
    ],
    footer: 'Slide, the drill marketplace. You get this mail because somebody shares earnings with you here.',
  }),
}
