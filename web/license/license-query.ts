import type { Call } from '#contract/caller.ts'
import { nullIfMissing } from '#web/api/null-if-missing.ts'

const NUMBER = /^[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}$/i

/** A license as a person sees it, or as guests see it. Null if there is no such number. */
export const licenseQuery = (call: Call, number: string, viewer: number | null = null) => ({
  queryKey: ['license', number.toUpperCase(), viewer],
  queryFn: async () =>
    NUMBER.test(number) ? nullIfMissing(call('GET /licenses/:number', { params: { number } })) : null,
})
