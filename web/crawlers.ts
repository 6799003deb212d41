import type { QueryClient } from '@tanstack/react-query'
import type { Meta } from '#contract/page.ts'
import { describeItem } from '#web/item-page/describe.ts'
import { itemKey } from '#web/item-page/queries.ts'
import { describeProfile } from '#web/profile/describe.ts'
import { idOf, profileKey } from '#web/profile/queries.ts'
import type { Found } from '#web/router/match.ts'
import type { Params } from '#web/router/page.ts'

const SIGN_UP = 'Make an account: sell without commission, or keep every beat you license.'

type Described = Partial<Meta> | ((params: Params, queries: QueryClient) => Partial<Meta>)

const item: Described = ({ slug = '' }, queries) => describeItem(queries.getQueryData(itemKey(slug)))

const described: Record<string, Described> = {
  'track/:slug': item,
  'pack/:slug': item,
  'kit/:slug': item,
  'profile/:id': ({ id }, queries) => describeProfile(queries.getQueryData(profileKey(idOf(id)))),
  '/': {
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

/** Head tags for crawlers and shared links, by the path of the page. Only the server prints them; browsers never load this file. */
export function describedFor({ page, params }: Found, queries: QueryClient) {
  const about = described[page.path]
  return typeof about === 'function' ? about(params, queries) : about
}
