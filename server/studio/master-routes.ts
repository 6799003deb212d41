import type { moderation } from '#contract/moderation.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { hear } from './heard.ts'

/** Reviewers are told how loud a master is. It was measured for the pipeline, and is measured again after some days. */
export const masterRoutes = (app: App): Handlers<(typeof moderation)['masters']> => ({
  async loudness({ params: { id }, query: { proposed } }) {
    const master = await app.db
      .selectFrom('itemFile')
      .innerJoin('item', 'item.id', 'itemFile.itemId')
      .where('item.id', '=', id)
      .where('item.kind', '=', 'beat')
      .where('item.deletedAt', 'is', null)
      .where('itemFile.role', '=', 'master')
      .where(proposed ? 'itemFile.isProposed' : 'itemFile.isPresent', '=', true)
      .select(['itemFile.storageKey', 'itemFile.sha256', 'item.ownerId as accountId'])
      .executeTakeFirst()
    if (!master) throw notFound('Master')
    const { lufs, peakDb, clips } = await hear(app, master)
    return { lufs, peakDb, clips }
  },
})
