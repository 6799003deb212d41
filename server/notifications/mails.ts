import { CHOSEN_KINDS, type ChosenKind } from '#contract/notice-kinds.ts'
import type { Letter, Template } from '#server/mail/letter.ts'

type MailedNews = { title: string; message: string; path: string }
type Facts = { handle: string; news: readonly MailedNews[]; hasInbox: boolean }

const MOST_TOLD = 20
const FROM = 'Slide, the drill marketplace.'
const SETTINGS = 'You choose in your account which news comes by mail.'

/** A mail about one kind of news, soon after it happened. */
export const newsMail = (kind: ChosenKind): Template<Facts> => ({
  kind: `news-${kind}`,
  topic: kind,
  compose: (facts) => ({
    ...told(facts),
    subject: facts.news.length === 1 ? facts.news[0]!.title : `${CHOSEN_KINDS[kind].label}: ${facts.news.length} new`,
    lines: ['ny'],
    title: CHOSEN_KINDS[kind].label,
    footer: `${FROM} You get this mail because something happened that you had not seen yet. ${SETTINGS}`,
  }),
})

/** The mail of the day. */
export const digestMail: Template<Facts> = {
  kind: 'digest',
  topic: 'digest',
  compose: (facts) => ({
    ...told(facts),
    subject: facts.news.length === 1 ? `Your day on Slide: ${facts.news[0]!.title}` : `Your day on Slide`,
    lines: ['uk', 'ny', 'chi', 'fr', 'afr'],
    title: 'Your day on Slide',
    footer: `${FROM} You get this mail once a day if there is something new. ${SETTINGS}`,
  }),
}

function told({ handle, news, hasInbox }: Facts): Pick<Letter, 'blocks'> {
  const shown = news.slice(0, MOST_TOLD)
  const more = news.length - shown.length
  const path = news.length > 1 && hasInbox ? '/notifications' : news[0]!.path
  return {
    blocks: [
      { type: 'words', text: `${handle}, this is new:` },
      ...shown.flatMap(({ title, message }): Letter['blocks'] => [
        { type: 'words', text: title },
        ...(message ? [{ type: 'quote' as const, text: message }] : []),
      ]),
      ...(more > 0 ? [{ type: 'words' as const, text: `And ${more.toLocaleString('en')} more.` }] : []),
      { type: 'button', label: news.length > 1 ? 'See what is new' : 'Open it', path },
    ],
  }
}
