import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Person, PersonAddress, PersonalData } from '#server/services.ts'
import { handleKey } from './handle.ts'
import { forgetPictures } from './pictures.ts'

export async function findPerson(db: Db | Tx, id: number): Promise<Person> {
  const { handle, email, emailVerifiedAt, createdAt } = await db
    .selectFrom('account')
    .where('id', '=', id)
    .select(['handle', 'email', 'emailVerifiedAt', 'createdAt'])
    .executeTakeFirstOrThrow()
  const old = await db.selectFrom('oldHandle').where('accountId', '=', id).select('handle').execute()
  return {
    id,
    handle,
    handles: [handle, ...old.map((former) => former.handle)],
    email,
    since: createdAt,
    addresses: await addressesOf(db, { id, email, isConfirmed: emailVerifiedAt !== null, since: createdAt }),
  }
}

const MINUTE = 60_000
const moved = (time: Date, by: number) => new Date(time.getTime() + by)

type Known = { id: number; email: string; isConfirmed: boolean; since: Date }

/**
 * The present address and earlier ones, by the links that went to them. An address may have been somebody else's before
 * the person asked for it. One that was only asked for got one mail, and may be somebody else's now.
 */
async function addressesOf(db: Db | Tx, { id, email, isConfirmed, since }: Known): Promise<PersonAddress[]> {
  const links = await db
    .selectFrom('oneTimeLink')
    .where('accountId', '=', id)
    .select(['email', 'purpose', 'createdAt'])
    .orderBy('createdAt')
    .execute()
  const asked = links.filter(({ purpose }) => purpose === 'change_email')
  const fromOf = (address: string, at?: Date) => {
    const isSame = (link: { email: string }) => link.email.toLowerCase() === address.toLowerCase()
    const last = asked.findLast((link) => isSame(link) && (!at || link.createdAt <= at))
    return last ? moved(last.createdAt, -MINUTE) : since
  }
  const spans = new Map<string, PersonAddress>()
  /** A later end of the same time takes the place of an earlier one. */
  const add = (address: Omit<PersonAddress, 'from'>, from: Date) => {
    const name = `${address.email.toLowerCase()} ${from.getTime()}`
    const isConfirmed = address.isConfirmed || Boolean(spans.get(name)?.isConfirmed)
    spans.set(name, { ...address, isConfirmed, from })
  }
  for (const { email, purpose, createdAt } of links)
    add(
      {
        email,
        isConfirmed: purpose === 'undo_email',
        isTheirs: purpose !== 'change_email',
        until: moved(createdAt, MINUTE),
      },
      fromOf(email, createdAt),
    )
  add({ email, isConfirmed, isTheirs: true, until: null }, fromOf(email))
  return [...spans.values()]
}

export const accountData: PersonalData = {
  tables: {
    account: 'emptied; what was sold and said refers to it',
    accountStat: 'kept: counts without a name',
    session: 'removed',
    refreshToken: 'removed with its session',
    identity: 'removed',
    oneTimeLink: 'removed',
    secondStep: 'removed',
    passkey: 'removed',
    passkeyChallenge: 'kept for five minutes, without a name',
    oldHandle: 'removed; the names become free',
  },
  async exportOf(db, { id }) {
    const [account, sessions, formerHandles, twoStep, passkeys, google] = await Promise.all([
      db
        .selectFrom('account')
        .where('id', '=', id)
        .select([
          'id',
          'email',
          'emailVerifiedAt',
          'handle',
          'legalName',
          'bio',
          'plan',
          'wantsUpdates',
          'referralCode',
        ])
        .select(['instagram', 'twitter', 'youtube', 'facebook', 'soundcloud', 'tiktok', 'avatarKey', 'bannerKey'])
        .select(['referredBy', 'isProducer', 'isAdmin'])
        .select(['termsAcceptedAt', 'createdAt', 'emailChangedAt', 'passwordChangedAt'])
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('session')
        .where('accountId', '=', id)
        .select(['createdAt', 'lastUsedAt', 'endedAt', 'address', 'userAgent', 'isNewPlace'])
        .orderBy('id')
        .execute(),
      db
        .selectFrom('oldHandle')
        .where('accountId', '=', id)
        .select(['handle', 'leftAt', 'keptUntil'])
        .orderBy('id')
        .execute(),
      db
        .selectFrom('secondStep')
        .where('accountId', '=', id)
        .select(['begunAt', 'confirmedAt', sql<number>`cardinality(recovery)`.as('recoveryCodesLeft')])
        .executeTakeFirst(),
      db
        .selectFrom('passkey')
        .where('accountId', '=', id)
        .select(['name', 'device', 'createdAt', 'lastUsedAt'])
        .orderBy('id')
        .execute(),
      db
        .selectFrom('identity')
        .where('accountId', '=', id)
        .select(['issuer', 'subject', 'email', 'linkedAt'])
        .executeTakeFirst(),
    ])
    return { account, sessions, formerHandles, twoStep: twoStep ?? null, passkeys, google: google ?? null }
  },
  async forget(tx, { id }, now) {
    await tx.deleteFrom('oneTimeLink').where('accountId', '=', id).execute()
    await tx.deleteFrom('identity').where('accountId', '=', id).execute()
    await tx.deleteFrom('secondStep').where('accountId', '=', id).execute()
    await tx.deleteFrom('passkey').where('accountId', '=', id).execute()
    await tx.deleteFrom('oldHandle').where('accountId', '=', id).execute()
    await tx.deleteFrom('session').where('accountId', '=', id).execute()
    await forgetPictures(tx, id, now)
    await tx
      .updateTable('account')
      .set({ ...nameless(), ...EMPTY, deletedAt: now })
      .where('id', '=', id)
      .execute()
  },
}

/** Unique, and without any personal data. The old name and address become free. */
function nameless() {
  const handle = `deleted-${randomBytes(6).toString('hex')}`
  return { handle, handleKey: handleKey(handle), email: `${handle}@slide.invalid`, referralCode: handle }
}

const EMPTY = {
  passwordHash: null,
  legalName: null,
  isAdmin: false,
  bio: '',
  instagram: '',
  twitter: '',
  youtube: '',
  facebook: '',
  soundcloud: '',
  tiktok: '',
  emailVerifiedAt: null,
  wantsUpdates: false,
  referredBy: null,
}
