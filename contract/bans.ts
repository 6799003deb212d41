import { z } from 'zod'
import { APPEAL_MOST, BAN_REASON_MOST, banCategories } from './ban-values.ts'
import { DeskPersonDetail } from './desk-people.ts'
import { endpoint } from './endpoint.ts'
import { lastDay } from './last-day.ts'
import { id } from './paging.ts'
import { manyLines, saysSomething } from './text.ts'

const moment = z.iso.datetime()
const words = (most: number, missing: string) =>
  z
    .string(missing)
    .overwrite(manyLines)
    .trim()
    .max(most, `Use at most ${most.toLocaleString('en-US')} characters.`)
    .refine(saysSomething, missing)

export const OwnBan = z
  .object({
    category: z.enum(banCategories),
    reason: z.string(),
    bannedAt: moment,
    endsAt: moment.nullable().describe('Null: it has no end'),
    appeal: z
      .object({ text: z.string(), at: moment, answer: z.string().nullable(), answeredAt: moment.nullable() })
      .nullable()
      .describe('A person appeals once for each ban'),
  })
  .meta({ id: 'OwnBan' })
export type OwnBan = z.infer<typeof OwnBan>
const Own = z.object({ ban: OwnBan.nullable() })

const params = z.object({ id })
const reason = words(BAN_REASON_MOST, 'Say why.')

export const bans = {
  mine: endpoint({
    method: 'GET',
    path: '/me/ban',
    auth: 'user',
    summary: 'Why you are banned, for how long, and your appeal',
    reply: Own,
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/me/ban/appeal',
    auth: 'user',
    summary: 'Say why the ban is wrong; once for each ban',
    body: z.object({ text: words(APPEAL_MOST, 'Write why the ban is wrong.') }),
    reply: Own,
  }),
  ban: endpoint({
    method: 'POST',
    path: '/admin/people/:id/ban',
    auth: 'admin',
    summary: 'Ban a person, with a reason that the person reads',
    params,
    body: z.object({ category: z.enum(banCategories, 'Choose what it is about.'), reason, until: lastDay.nullish() }),
    reply: DeskPersonDetail,
  }),
  lift: endpoint({
    method: 'POST',
    path: '/admin/people/:id/lift-ban',
    auth: 'admin',
    summary: 'Lift a ban: what it took away comes back',
    params,
    body: z.object({ reason }),
    reply: DeskPersonDetail,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/admin/people/:id/answer-appeal',
    auth: 'admin',
    summary: 'Answer the appeal of a banned person: lift the ban, or uphold it',
    params,
    body: z.object({
      outcome: z.enum(['lifted', 'upheld']),
      answer: words(BAN_REASON_MOST, 'Write an answer: the person reads it.'),
    }),
    reply: DeskPersonDetail,
  }),
}
