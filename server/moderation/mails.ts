import type { ItemKind } from '#server/db/types.ts'
import { itemPath } from '#server/items/index.ts'
import type { Template } from '#server/mail/letter.ts'

type Facts = { handle: string; title: string; kind: ItemKind; slug: string; reason: string }
type TitleFacts = Facts & { proposedTitle: string }
/** The parts are a list in words: 'audio and cover'. */
type ChangeFacts = Facts & { parts: string }

const FOOTER = 'Slide, the drill marketplace. You get this mail because you sent something in for review.'
const SOLD_HERE = 'Slide, the drill marketplace. You get this mail because you sell here.'
const dashboardOf = (kind: ItemKind) => (kind === 'kit' ? '/kits' : '/sell')

export const approvedMail: Template<Facts> = {
  kind: 'item-approved',
  compose: ({ handle, title, kind, slug }) => ({
    subject: `“${title}” is on sale`,
    lines: ['uk'],
    title: 'It is on sale',
    blocks: [
      {
        type: 'words',
        text: `${handle}, your ${kind} “${title}” passed the review. Everybody can find and buy it now.`,
      },
      { type: 'button', label: 'Open its page', path: itemPath({ kind, slug }) },
    ],
    footer: FOOTER,
  }),
}

export const rejectedMail: Template<Facts> = {
  kind: 'item-rejected',
  compose: ({ handle, title, kind, reason }) => ({
    subject: `“${title}” was not accepted`,
    lines: ['chi'],
    title: 'It was not accepted',
    blocks: [
      { type: 'words', text: `${handle}, we could not put your ${kind} “${title}” on sale. The reason:` },
      { type: 'quote', text: reason },
      { type: 'words', text: 'Mend that and send it in again: nothing that you uploaded is lost.' },
      { type: 'button', label: 'Open the dashboard', path: dashboardOf(kind) },
    ],
    footer: FOOTER,
  }),
}

export const titleApprovedMail: Template<TitleFacts> = {
  kind: 'title-approved',
  compose: ({ handle, title, kind, slug, proposedTitle }) => ({
    subject: `“${title}” is called “${proposedTitle}” now`,
    lines: ['uk'],
    title: 'The new title is there',
    blocks: [
      {
        type: 'words',
        text: `${handle}, the new title of your ${kind} “${title}” passed the review: “${proposedTitle}”. Its old address leads to the new one.`,
      },
      { type: 'button', label: 'Open its page', path: itemPath({ kind, slug }) },
    ],
    footer: FOOTER,
  }),
}

export const titleRejectedMail: Template<TitleFacts> = {
  kind: 'title-rejected',
  compose: ({ handle, title, kind, reason, proposedTitle }) => ({
    subject: `“${title}” keeps its title`,
    lines: ['chi'],
    title: 'It keeps its title',
    blocks: [
      {
        type: 'words',
        text: `${handle}, we did not accept the new title “${proposedTitle}” for your ${kind} “${title}”, which stays on sale as it is. The reason:`,
      },
      { type: 'quote', text: reason },
      { type: 'button', label: 'Open the dashboard', path: dashboardOf(kind) },
    ],
    footer: FOOTER,
  }),
}

export const changeApprovedMail: Template<ChangeFacts> = {
  kind: 'change-approved',
  compose: ({ handle, title, kind, slug, parts }) => ({
    subject: `“${title}” has its new ${parts}`,
    lines: ['uk'],
    title: 'The change is there',
    blocks: [
      {
        type: 'words',
        text: `${handle}, the new ${parts} of your ${kind} “${title}” passed the review. Earlier buyers keep what they bought.`,
      },
      { type: 'button', label: 'Open its page', path: itemPath({ kind, slug }) },
    ],
    footer: FOOTER,
  }),
}

export const changeRejectedMail: Template<ChangeFacts> = {
  kind: 'change-rejected',
  compose: ({ handle, title, kind, reason, parts }) => ({
    subject: `“${title}” keeps its ${parts}`,
    lines: ['chi'],
    title: 'It stays as it is',
    blocks: [
      {
        type: 'words',
        text: `${handle}, we did not accept the new ${parts} of your ${kind} “${title}”, which stays on sale as it is. The reason:`,
      },
      { type: 'quote', text: reason },
      { type: 'button', label: 'Open the dashboard', path: dashboardOf(kind) },
    ],
    footer: FOOTER,
  }),
}

export const takenDownMail: Template<Facts> = {
  kind: 'item-taken-down',
  compose: ({ handle, title, kind, reason }) => ({
    subject: `“${title}” was taken down`,
    lines: ['chi'],
    title: 'It was taken down',
    blocks: [
      { type: 'words', text: `${handle}, we took your ${kind} “${title}” out of the shop. The reason:` },
      { type: 'quote', text: reason },
      { type: 'words', text: 'Its buyers keep their files and licenses. If you think that we are wrong, write to us.' },
      { type: 'button', label: 'Open the dashboard', path: dashboardOf(kind) },
    ],
    footer: SOLD_HERE,
  }),
}

export const putBackMail: Template<Omit<Facts, 'reason'> & { note: string }> = {
  kind: 'item-put-back',
  compose: ({ handle, title, kind, note }) => ({
    subject: `“${title}” is back`,
    lines: ['uk'],
    title: 'It is back',
    blocks: [
      {
        type: 'words',
        text: `${handle}, we had taken your ${kind} “${title}” down. It is back now. ${note}`,
      },
      { type: 'button', label: 'Open the dashboard', path: dashboardOf(kind) },
    ],
    footer: SOLD_HERE,
  }),
}
