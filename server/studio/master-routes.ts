import type { moderation } from '#contract/moderation.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { newestMaster } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { hear } from './heard.ts'

/** Reviewers are told how loud a master is, or the new one that waits for the review. It was measured for the pipeline, and is measured again after some days. */
export const masterRoutes = (app: App): Handlers<(typeof moderation)['masters']> => ({
  async loudness({ params: { id } }) {
    const item = await app.db
      .selectFrom('item')
      .where('id', '=', id)
      .where('kind', '=', 'beat')
      .where('deletedAt', 'is', null)
      .select('ownerId as accountId')
      .executeTakeFirst()
    const master = item && (await newestMaster(app.db, id))
    if (!master) throw notFound('Master')
    const { lufs, peakDb, clips } = await hear(app, { ...master, ...item })
    return { lufs, peakDb, clips }
  },
})
