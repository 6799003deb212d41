import type { Notification } from '#contract/notifications.ts'
import { SUPPORT } from '#contract/support.ts'
import { paths, safeNext } from '#web/paths.ts'

type Target = Pick<Notification, 'topic' | 'relatedType' | 'slug' | 'chatId' | 'profileId' | 'problemId' | 'path'>

/** The address that a notice leads to; null if a needed fact is missing or it has no page. */
export function targetOf({ topic, relatedType, slug, chatId, profileId, problemId, path }: Target) {
  if (topic === 'split') return paths.account('splits') // where it is answered, whatever it is about
  if (path !== null) return safeNext(path)
  switch (relatedType) {
    case 'CHAT':
      return paths.chat(chatId ?? SUPPORT)
    case 'BEAT':
    case 'PACK':
    case 'KIT':
      return slug === null ? null : paths.item({ kind: relatedType, slug })
    case 'SUBSCRIPTION':
    case 'PROMOTION':
      return paths.library({ tab: 'services' })
    case 'USER':
      return profileId === null ? null : paths.profile(profileId)
    case 'PROBLEM':
      return problemId === null ? null : paths.problem(problemId)
    case 'SYSTEM':
      return topic === 'payout' ? paths.account('payouts') : null
  }
}
