import type { Template } from '#server/mail/letter.ts'
import { dollarWords } from '#server/money.ts'

const FOOTER = 'Slide, the drill marketplace. You get this mail because you promote your music here.'
export const number = (value: number) => value.toLocaleString('en-US')
/** '1 click', '37 clicks' */
export const countOf = (value: number, name: string) => `${number(value)} ${name}${value === 1 ? '' : 's'}`
const promotions = { type: 'button', label: 'Open Promotions', path: '/promos?tab=yours' } as const

type Figures = {
  handle: string
  title: string
  /** Why it has ended: a sentence. */
  because: string
  guaranteed: number
  delivered: number
  clicks: number
  plays: number
  sales: number
  saleCents: number
  costCents: number
  returnedCents: number
  canRerun: boolean
}

export const promotionEndMail: Template<Figures> = {
  kind: 'promotion ended',
  compose: ({ handle, title, because, canRerun, ...figures }) => ({
    subject: `Your promotion of “${title}” has ended`,
    lines: ['uk'],
    title: 'Your promotion has ended',
    blocks: [
      { type: 'words', text: `${handle}, your promotion of “${title}” has ended. ${because}` },
      { type: 'words', text: figuresIn(figures) },
      ...(figures.returnedCents > 0
        ? [
            {
              type: 'words' as const,
              text: `${dollarWords(figures.returnedCents)} for what was not delivered came back as promo credits.`,
            },
          ]
        : []),
      ...(canRerun
        ? [
            {
              type: 'words' as const,
              text: 'Your item was not sold meanwhile, so you can run it once more for nothing.',
            },
          ]
        : []),
      promotions,
    ],
    footer: FOOTER,
  }),
}

type Counted = Omit<Figures, 'handle' | 'title' | 'because' | 'canRerun'>

const figuresIn = ({ guaranteed, delivered, clicks, plays, sales, saleCents, costCents }: Counted) =>
  `It brought ${number(delivered)} of ${number(guaranteed)} guaranteed impressions, ${countOf(clicks, 'click')}, ` +
  `${countOf(plays, 'play')} and ${countOf(sales, 'sale')} for ${dollarWords(saleCents)}. It cost ${dollarWords(costCents)}, money and credits together.`

export const heldMail: Template<{ handle: string; title: string; reason: string }> = {
  kind: 'promotion paused',
  compose: ({ handle, title, reason }) => ({
    subject: `Your promotion of “${title}” is paused`,
    lines: ['chi'],
    title: 'We have paused your promotion',
    blocks: [
      { type: 'words', text: `${handle}, we have paused your promotion of “${title}”, for this reason:` },
      { type: 'quote', text: reason },
      { type: 'words', text: 'Its time stands still meanwhile, so you lose nothing that you have paid for.' },
      promotions,
    ],
    footer: FOOTER,
  }),
}
