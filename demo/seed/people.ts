import { CROWD, PEOPLE, type Person } from '#demo/people.ts'
import { Random } from '#server/art/random.ts'
import type { Tx } from '#server/db/connect.ts'
import { avatarKey } from './storage-keys.ts'
import { daysBefore } from './time.ts'

export type Member = Person & { id: number }
type Options = { passwordHash: string; handleKey: (handle: string) => string; now: Date }

export async function insertPeople(tx: Tx, { passwordHash, handleKey, now }: Options): Promise<Member[]> {
  const everyone = [...PEOPLE, ...CROWD]
  const faces = new Set(PEOPLE)
  const rows = everyone.map((person) => {
    const joined = daysBefore(now, person.joinedDaysAgo)
    return {
      email: person.email,
      handle: person.handle,
      handleKey: handleKey(person.handle),
      passwordHash,
      isProducer: person.isProducer,
      isAdmin: person.isAdmin,
      plan: person.plan,
      bio: person.bio,
      legalName: person.legalName ?? null,
      ...socialColumns(person),
      avatarKey: faces.has(person) ? avatarKey(person.handle) : null,
      emailVerifiedAt: joined,
      termsAcceptedAt: joined,
      referralCode: referralCode(person.handle),
      createdAt: joined,
    }
  })
  const added = await tx.insertInto('account').values(rows).returning('id').execute()
  await tx
    .insertInto('accountStat')
    .values(added.map(({ id }) => ({ accountId: id })))
    .execute()
  return everyone.map((person, index) => ({ ...person, id: added[index]!.id }))
}

function socialColumns({ socials }: Person) {
  const { instagram = '', twitter = '', youtube = '', facebook = '', soundcloud = '', tiktok = '' } = socials
  return { instagram, twitter, youtube, facebook, soundcloud, tiktok }
}

function referralCode(handle: string) {
  const random = new Random(`referral ${handle}`)
  return Array.from({ length: 8 }, () => random.whole(0, 35).toString(36)).join('')
}
