import type { QueryClient } from '@tanstack/react-query'
import type { Params } from 'react-router'
import type { Meta } from '#contract/page.ts'
import { describeItem } from '#web/item-page/describe.ts'
import { itemKey } from '#web/item-page/queries.ts'

const SIGN_UP = 'Make an account: sell without commission, or keep every beat you license.'

type Described = Partial<Meta> | ((params: Params, queries: QueryClient) => Partial<Meta>)

const item: Described = ({ slug = '' }, queries) => describeItem(queries.getQueryData(itemKey(slug)))

const described: Record<string, Described> = {
  'track/:slug': item,
  'pack/:slug': item,
  'kit/:slug': item,
  landing: {
    description:
      'Drill beats, packs and sound kits from thirteen scenes. Hear them, license them in a minute, keep the files for good. 0% commission.',
    structured: {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: 'Slide',
      description: 'The #1 drill marketplace.',
    },
  },
  about: {
    description: 'What Slide is for producers, artists and fans: 0% commission, real files, clear licenses.',
  },
  terms: { description: 'The terms of buying and selling on Slide, in plain words.' },
  privacy: { description: 'What Slide stores about you, why, for how long, and how to have it deleted.' },
  contact: { description: 'Write to the people who run this shop.' },
  register: { description: SIGN_UP },
  signup: { description: SIGN_UP, canonical: '/register' },
}

/** Head tags for crawlers and shared links, by route. Only the server prints them; browsers never load this file. */
export function describedFor(match: { route: { id: string }; params: Params } | undefined, queries: QueryClient) {
  const about = described[match?.route.id ?? '']
  return typeof about === 'function' ? about(match?.params ?? {}, queries) : about
}
