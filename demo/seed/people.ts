import type pg from 'pg'
import { CROWD, PEOPLE, type Person } from '#demo/people.ts'
import { Random } from '#server/art/random.ts'
import { insertReturning } from './insert.ts'
import { avatarKey } from './storage-keys.ts'
import { daysBefore } from './time.ts'

export type Member = Person & { id: number }
type Options = { passwordHash: string; handleKey: (handle: string) => string; now: Date }

export async function insertPeople(tx: pg.ClientBase, { passwordHash, handleKey, now }: Options): Promise<Member[]> {
  const everyone = [...PEOPLE, ...CROWD]
  const faces = new Set(PEOPLE)
  const rows = everyone.map((person) => {
    const joined = daysBefore(now, person.joinedDaysAgo)
    return {
      email: person.email,
      handle: person.handle,
      handle_key: handleKey(person.handle),
      password_hash: passwordHash,
      is_producer: person.isProducer,
      is_admin: person.isAdmin,
      plan: person.plan,
      bio: person.bio,
      ...socialColumns(person),
      avatar_key: faces.has(person) ? avatarKey(person.handle) : null,
      email_verified_at: joined,
      terms_accepted_at: joined,
      referral_code: referralCode(person.handle),
      created_at: joined,
    }
  })
  const ids = await insertReturning(tx, 'account', rows)
  return everyone.map((person, index) => ({ ...person, id: ids[index]! }))
}

function socialColumns({ socials }: Person) {
  const { instagram = '', twitter = '', youtube = '', facebook = '', soundcloud = '', tiktok = '' } = socials
  return { instagram, twitter, youtube, facebook, soundcloud, tiktok }
}

function referralCode(handle: string) {
  const random = new Random(`referral ${handle}`)
  return Array.from({ length: 8 }, () => random.whole(0, 35).toString(36)).join('')
}
