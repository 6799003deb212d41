import type { Template } from '#server/mail/letter.ts'

export type PlanFacts = { handle: string; plan: string }

const FOOTER = 'Slide, the drill marketplace. You get this mail because you have a plan here.'
const day = (at: Date) => at.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
const plans = { type: 'button', label: 'Open Plans', path: '/account?tab=plans' } as const

export const announcedMail: Template<PlanFacts & { at: Date; cents: number }> = {
  kind: 'plan renews',
  compose: ({ handle, plan, at, cents }) => ({
    subject: `Your ${plan} plan renews on ${day(at)}`,
    lines: ['uk'],
    title: 'Your plan renews soon',
    blocks: [
      {
        type: 'words',
        text: `${handle}, your ${plan} plan renews on ${day(at)} for $${(cents / 100).toFixed(2)}. You need to do nothing to keep it.`,
      },
      plans,
    ],
    footer: FOOTER,
  }),
}

/** PayPal has days of its own. */
const TRIES = {
  paypal: 'PayPal tries again after 5 and 10 days. You keep your plan for five days.',
  others: 'We try again after 1, 3 and 5 days. Until then you keep your plan.',
}

type Failure = { failure: string | null; isPayPals: boolean }

export const failedMail: Template<PlanFacts & Failure> = {
  kind: 'plan renewal failed',
  compose: ({ handle, plan, failure, isPayPals }) => ({
    subject: `Your ${plan} plan could not be renewed`,
    lines: ['chi'],
    title: 'The renewal failed',
    blocks: [
      { type: 'words', text: `${handle}, we could not charge the renewal of your ${plan} plan.` },
      ...(failure ? [{ type: 'quote' as const, text: failure }] : []),
      {
        type: 'words',
        text: `${isPayPals ? TRIES.paypal : TRIES.others} To pay with another card or with PayPal, open Plans.`,
      },
      plans,
    ],
    footer: FOOTER,
  }),
}

export const pausedMail: Template<PlanFacts> = {
  kind: 'plan paused',
  compose: ({ handle, plan }) => ({
    subject: `Your ${plan} plan is paused`,
    lines: ['chi'],
    title: 'Your plan is paused',
    blocks: [
      {
        type: 'words',
        text: `${handle}, every try to renew your ${plan} plan has failed, so it is paused. What you have on sale stays on sale. Resume the plan to be charged at once and to begin a new period, or pay with another card or with PayPal.`,
      },
      plans,
    ],
    footer: FOOTER,
  }),
}

export const endedMail: Template<PlanFacts & { left: string }> = {
  kind: 'plan ended',
  compose: ({ handle, plan, left }) => ({
    subject: `Your ${plan} plan has ended`,
    lines: ['uk'],
    title: 'Your plan has ended',
    blocks: [
      {
        type: 'words',
        text: `${handle}, your ${plan} plan has ended. What you have on sale stays on sale. You are on the ${left} plan now.`,
      },
      plans,
    ],
    footer: FOOTER,
  }),
}
