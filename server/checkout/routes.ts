import type { checkout } from '#contract/checkout.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import type { LineKinds } from './line-kinds.ts'
import { previewOf } from './preview.ts'

export const checkoutRoutes = (app: App, kinds: LineKinds): Handlers<typeof checkout> => ({
  preview: ({ body: { items }, viewer }) => previewOf(app, kinds, items, viewer?.id ?? null),
})
