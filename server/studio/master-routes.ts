import type { moderation } from '#contract/moderation.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { presentFile } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { hear } from './heard.ts'

/** Reviewers are told how loud a master is. It was measured for the pipeline, and is measured again after some days. */
export const masterRoutes = (app: App): Handlers<(typeof moderation)['masters']> => ({
  async loudness({ params: { id } }) {
    const master = await presentFile(app.db, 'master')
      .innerJoin('item', 'item.id', 'itemFile.itemId')
      .where('item.id', '=', id)
      .where('item.kind', '=', 'beat')
      .where('item.deletedAt', 'is', null)
      .select('item.ownerId as accountId')
      .executeTakeFirst()
    if (!master) throw notFound('Master')
    const { lufs, peakDb, clips } = await hear(app, master)
    return { lufs, peakDb, clips }
  },
})
