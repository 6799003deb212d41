import type { overview } from '#contract/overview.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { figuresOf } from './figures.ts'
import { countWaits } from './waiting.ts'

export const overviewRoutes = ({ db, clock }: App): Handlers<typeof overview> => ({
  waiting: ({ params: { what } }) => countWaits(db, what, clock.now()),
  figures: ({ params: { figure }, query: { days } }) => figuresOf(db, figure, days, clock.now()),
})
