import type { overview } from '#contract/overview.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { figuresOf } from './figures.ts'
import { statusOf } from './status.ts'
import { stylesOf } from './styles.ts'
import { countTabs, countWaits } from './waiting.ts'

export const overviewRoutes = (app: App): Handlers<typeof overview> => ({
  waiting: ({ params: { what } }) => countWaits(app.db, what, app.clock.now()),
  figures: ({ params: { figure }, query: { days } }) => figuresOf(app.db, figure, days, app.clock.now()),
  tabs: async () => ({ counts: await countTabs(app.db, app.clock.now()) }),
  styles: async ({ query: { days } }) => ({ styles: await stylesOf(app.db, days, app.clock.now()) }),
  status: () => statusOf(app),
})
