import { PROBLEM_REASONS } from '#contract/problem-values.ts'
import type { Report, ReportPart } from '#server/papers/report-paper.ts'
import type { Evidence } from './evidence-facts.ts'

const time = (at: Date | string | null) =>
  at ? `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC` : '–'
const money = (amount: number) => `$${amount.toFixed(2)}`

/** The evidence of a sale in words and tables, for people at a bank. */
export function reportOf(evidence: Evidence, madeAt: Date): Report {
  const { order, items, problems } = evidence
  return {
    title: `Evidence for order ${order.number}`,
    note: `Made on ${time(madeAt)} from the records of Slide, the drill marketplace. The same facts, with the words of all mails, are in evidence.json.`,
    createdAt: madeAt,
    parts: [
      orderPart(evidence),
      paymentPart(evidence),
      ...items.flatMap(itemParts),
      ...sentParts(evidence),
      ...problems.map(problemPart),
    ],
  }
}

const orderPart = ({ order, refunds, disputes }: Evidence): ReportPart => ({
  heading: 'The order',
  facts: [
    ['Order', order.number],
    ['State', order.state],
    ['Placed', time(order.placedAt)],
    ['Confirmed and delivered', time(order.confirmedAt)],
    ['Total', money(order.total)],
    ['Buyer', `${order.buyer.handle}, account ${order.buyer.account}, ${order.buyer.email}`],
    ['Legal name, given at the checkout', order.buyer.legalName ?? '–'],
    ...refunds.map(
      ({ amount, reason, promisedAt, sentAt }) =>
        ['Refund', `${money(amount)}, promised ${time(promisedAt)}, sent ${time(sentAt)}: ${reason}`] as const,
    ),
    ...disputes.map(
      ({ amount, state, isInquiry, reason, openedAt, reference }) =>
        [
          isInquiry ? 'Question of a bank' : 'Dispute',
          `${money(amount)}, ${state}, opened ${time(openedAt)}, ${reference}: ${reason}`,
        ] as const,
    ),
  ],
})

const paymentPart = ({ payments }: Evidence): ReportPart => ({
  heading: 'Payments',
  table: {
    columns: [
      ['Provider and reference', 0.4],
      ['Amount', 0.12],
      ['State', 0.12],
      ['Begun', 0.18],
      ['Paid', 0.18],
    ],
    rows: payments.map(({ provider, reference, amount, state, begunAt, paidAt }) => [
      `${provider} ${reference ?? ''}`,
      money(amount),
      state,
      time(begunAt),
      time(paidAt),
    ]),
  },
})

function itemParts(item: Evidence['items'][number]): ReportPart[] {
  const heading = `${item.title}, ${item.label}`
  if (item.refusal) return [{ heading, words: [`It was paid and not delivered: ${item.refusal}`] }]
  return [
    {
      heading,
      facts: [
        ['Purchase', item.purchaseId === null ? '–' : `P-${item.purchaseId}, ${item.state ?? ''}`],
        ['Seller', `${item.sellerHandle}, account ${item.sellerId}${item.sellerName ? `, ${item.sellerName}` : ''}`],
        [
          'Paid',
          `${money(item.paid)} of ${money(item.price)}${item.refunded ? `, ${money(item.refunded)} refunded` : ''}`,
        ],
        ['Delivered', time(item.grantedAt)],
        ['License number', item.licenseNumber ?? 'Kits have none; their terms are in the ZIP'],
        ['Terms', item.terms ? `${item.terms.name}, as they stood since ${time(item.termsSince)}` : '–'],
        ...(item.terms?.terms ?? []).map(({ name, value }) => [name, value ?? 'Yes'] as const),
      ],
    },
    {
      heading: `Files of ${item.title}`,
      table: {
        columns: [
          ['File', 0.16],
          ['Version', 0.1],
          ['Bytes', 0.16],
          ['SHA-256', 0.58],
        ],
        rows: item.files.map(({ role, version, bytes, sha256 }) => [
          role,
          String(version),
          String(bytes),
          sha256 ?? '–',
        ]),
      },
    },
    {
      heading: `Downloads of ${item.title}`,
      ...(item.downloads.length === 0
        ? { words: ['Nothing was downloaded.'] }
        : {
            table: {
              columns: [
                ['File', 0.28],
                ['First request of the day', 0.36],
                ['Last request of the day', 0.36],
              ],
              rows: item.downloads.map(({ file, day, firstAt, lastAt }) => [
                file,
                firstAt ? time(firstAt) : day,
                lastAt ? time(lastAt) : day,
              ]),
            },
          }),
    },
  ]
}

const sentParts = ({ mails, notices }: Evidence): ReportPart[] => [
  {
    heading: 'Mails',
    table: {
      columns: [
        ['To', 0.28],
        ['Subject', 0.36],
        ['Written', 0.18],
        ['Sent', 0.18],
      ],
      rows: mails.map(({ to, subject, writtenAt, sentAt }) => [to, subject, time(writtenAt), time(sentAt)]),
    },
  },
  {
    heading: 'Notices in the shop',
    table: {
      columns: [
        ['To', 0.2],
        ['Notice', 0.44],
        ['Came', 0.18],
        ['Read', 0.18],
      ],
      rows: notices.map(({ to, title, createdAt, readAt }) => [to, title, time(createdAt), time(readAt)]),
    },
  },
]

function problemPart(problem: Evidence['problems'][number]): ReportPart {
  const said = (who: string, at: string | null, text: string | null) =>
    at ? [`${who}, ${time(at)}:\n${text ?? '(no words)'}`] : []
  return {
    heading: `Problem with ${problem.item.title}: ${problem.state}`,
    words: [
      PROBLEM_REASONS[problem.reason],
      ...said(problem.buyer.name, problem.createdAt, problem.text),
      ...said(problem.seller.name, problem.answeredAt, problem.answer),
      ...(problem.objection ? said(problem.buyer.name, problem.escalatedAt, problem.objection) : []),
      ...said(`${problem.seller.name} agrees to a refund`, problem.agreedAt, problem.agreement),
      ...(problem.decision
        ? said(problem.decidedBy === 'seller' ? problem.seller.name : 'The operator', problem.endedAt, problem.decision)
        : []),
    ],
  }
}
