import type { Template } from '#server/mail/letter.ts'

type Facts = { handle: string; title: string; message: string; quote: string | null; problemId: number }

/** One step of a problem, for one of its sides. */
export const problemMail: Template<Facts> = {
  kind: 'problem',
  compose: ({ handle, title, message, quote, problemId }) => ({
    subject: title,
    lines: ['ny'],
    title,
    blocks: [
      { type: 'words', text: `${handle}, this is about a problem with a purchase.` },
      ...(quote ? [{ type: 'quote' as const, text: quote }] : []),
      { type: 'words', text: message },
      { type: 'button', label: 'Open the problem', path: `/problems/${problemId}` },
    ],
    footer: 'Slide, the drill marketplace. You get this mail because you bought or sold something here.',
  }),
}
