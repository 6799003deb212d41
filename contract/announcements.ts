import { z } from 'zod'
import { AUDIENCES } from './announcement-values.ts'
import { endpoint } from './endpoint.ts'
import { lastDay } from './last-day.ts'
import { limitedText } from './limited-text.ts'
import { announcementLimits } from './desk-limits.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { manyLines, oneLine, saysSomething } from './text.ts'

const time = z.iso.datetime()
const audience = z.enum(AUDIENCES)

const Announcement = z
  .object({
    id: z.int(),
    title: z.string(),
    message: z.string(),
    path: z.string().nullable().describe('The page of the site to which it leads'),
    audience,
    bannerUntil: time.nullable(),
    state: z.enum(['sending', 'sent', 'stopped']),
    told: z.int().describe('How many people it has reached'),
    writtenBy: z.string(),
    createdAt: time,
    endedAt: time.nullable(),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.infer<typeof Announcement>

const Banner = Announcement.pick({ id: true, title: true, message: true, path: true }).meta({ id: 'Banner' })
export type Banner = z.infer<typeof Banner>

/** Words of the house to many people at once. */
export const announcements = {
  banner: endpoint({
    method: 'GET',
    path: '/announcements/banner',
    auth: 'user',
    summary: 'The newest announcement that is shown on every page now, if it is for this person',
    reply: z.object({ banner: Banner.nullable() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/announcements',
    auth: 'admin',
    summary: 'Announcements, newest first',
    query: z.object({ page, limit: limit(50) }),
    reply: cappedPageOf(Announcement),
  }),
  reach: endpoint({
    method: 'GET',
    path: '/admin/announcements/reach',
    auth: 'admin',
    summary: 'How many people an announcement would be for',
    query: z.object({ audience }),
    reply: z.object({ people: z.int() }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/admin/announcements',
    auth: 'admin',
    summary: 'Tell all people, all sellers or all with a plan; one announcement is sent at a time; recorded',
    body: z.object({
      title: limitedText(announcementLimits.title, oneLine).refine(saysSomething, announcementLimits.title.required),
      message: limitedText(announcementLimits.message, manyLines).refine(
        saysSomething,
        announcementLimits.message.required,
      ),
      path: limitedText(announcementLimits.path, oneLine).optional(),
      audience,
      bannerUntil: lastDay.optional().describe('Shown on every page until the end of this day (UTC)'),
    }),
    reply: Announcement,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/admin/announcements/:id/stop',
    auth: 'admin',
    summary: 'Tell nobody else, and take the banner down; recorded',
    params: z.object({ id }),
    reply: Announcement,
  }),
}
