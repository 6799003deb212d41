import type { Template } from '#server/mail/letter.ts'

type Facts = { name: string; email: string; topic: string; message: string }

/** Names the mail of a message, which is removed with it. */
export const mailKeyOf = (id: number) => `contact message ${id}`

export const contactMail: Template<Facts> = {
  kind: 'contact',
  compose: ({ name, email, topic, message }) => ({
    subject: `${topic}: a message from ${name}`,
    lines: ['ger'],
    title: `${topic}: a message from ${name}`,
    blocks: [
      { type: 'words', text: `From: ${name} <${email}>` },
      { type: 'quote', text: message },
    ],
    footer: 'Written on the contact page of Slide.',
  }),
}
