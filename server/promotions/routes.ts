import type { promotions } from '#contract/promotions.ts'
import { sendMade } from '#server/http/made-file.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { forecast } from './forecast.ts'
import { cancelPromotion, rerun } from './own.ts'
import { presentPromotion } from './present.ts'
import { findPromotion, promotionsOf } from './rows.ts'
import { seriesOf, tableOf } from './series.ts'

export const promotionRoutes = (app: App): Handlers<typeof promotions> => {
  const present = async (accountId: number, id: number) =>
    presentPromotion(await findPromotion(app.db, id, accountId), app.clock.now())
  return {
    async mine({ viewer }) {
      const now = app.clock.now()
      return (await promotionsOf(app.db, viewer.id)).map((row) => presentPromotion(row, now))
    },
    forecast: ({ query: { itemId }, viewer }) => forecast(app, viewer.id, itemId),
    async one({ params: { id }, viewer }) {
      const row = await findPromotion(app.db, id, viewer.id)
      const now = app.clock.now()
      return { ...presentPromotion(row, now), series: await seriesOf(app.db, row, now) }
    },
    table: ({ params: { id }, viewer, reply }) =>
      sendMade(app, reply, `slide-promotion-${id}.csv`, async () => {
        const row = await findPromotion(app.db, id, viewer.id)
        return tableOf(row, await seriesOf(app.db, row, app.clock.now()))
      }),
    async cancel({ params: { id }, viewer }) {
      await cancelPromotion(app, viewer.id, id)
      return present(viewer.id, id)
    },
    rerun: async ({ params: { id }, viewer }) => present(viewer.id, await rerun(app, viewer.id, id)),
  }
}
