// This file imports no zod: server and screens read it.

export const AUDIENCES = ['all', 'sellers', 'plans'] as const
export type Audience = (typeof AUDIENCES)[number]

export const AUDIENCE_WORDS: Record<Audience, string> = {
  all: 'Everybody',
  sellers: 'Sellers',
  plans: 'People with a plan',
}
