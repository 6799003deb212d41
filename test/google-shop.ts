import { expect } from 'vitest'
import { askGoogle, googlePerson, startGoogle, type GooglePerson } from './google.ts'
import { createWorld, type World } from './world.ts'

const SHOP = 'https://beats.example'
const PAGE = `${SHOP}/google-callback`

type Person = Awaited<ReturnType<World['signUp']>>
type Ticket = { ticket: string; email: string; name: string }

/** A world whose people sign in with Google, and what they do there. */
export async function createGoogleShop() {
  const google = await startGoogle((page) => page.startsWith('https://'))
  const world = await createWorld({ env: { ...google.env, PUBLIC_URL: SHOP } })

  /** What a person brings back from Google. */
  async function grantOf(person: GooglePerson, redirectUri = PAGE) {
    const { authorizationEndpoint, clientId } = await world.guest('GET /auth/google')
    return askGoogle(authorizationEndpoint, clientId, person, redirectUri)
  }
  const back = (body: Awaited<ReturnType<typeof grantOf>> & { referralCode?: string }) =>
    world.guest('POST /auth/google/callback', { body })

  /** The ticket of a person whom no account knows, or whose address an account has. */
  async function ticketOf(
    person: GooglePerson,
    code: 'google_new' | 'google_link' = 'google_new',
    referralCode?: string,
  ) {
    const refusal = await refusalOf(back({ ...(await grantOf(person)), ...(referralCode && { referralCode }) }))
    expect(refusal).toMatchObject({ status: 409, error: code })
    return refusal.details as Ticket
  }
  const callerOf = (token: string) => world.clientFor(() => token)
  const signedInAgain = async ({ email, password }: Pick<Person, 'email' | 'password'>) =>
    callerOf((await world.guest('POST /auth/login', { body: { email, password } })).accessToken)

  async function everything() {
    const tables = ['account', 'session', 'identity', 'mail'] as const
    const rows = await Promise.all(tables.map((table) => world.app.db.selectFrom(table).selectAll().execute()))
    return rows.map((list) => list.map((row) => JSON.stringify(row)).toSorted())
  }
  let names = 0

  return {
    world,
    issuer: google.issuer,
    grantOf,
    back,
    enter: async (person: GooglePerson) => back(await grantOf(person)),
    ticketOf,
    callerOf,
    signedInAgain,
    /** A person who came through Google and has no password. */
    newcomer: async () => {
      const person = googlePerson()
      const { ticket } = await ticketOf(person)
      const body = { ticket, displayName: `canal-${++names}x` }
      const { accessToken } = await world.guest('POST /auth/google/register', { body })
      const call = callerOf(accessToken)
      return { ...person, call, id: (await call('GET /me')).id }
    },
    /** A person with a password whose Google account is linked. */
    linked: async () => {
      const account = await world.signUp({ email: googlePerson().email })
      const person = googlePerson({ email: account.email })
      const { ticket } = await ticketOf(person, 'google_link')
      await (
        await signedInAgain(account)
      )('POST /me/google', { body: { ticket } })
      return { account, person }
    },
    changesNothing: async (act: () => Promise<unknown>) => {
      const before = await everything()
      await act()
      expect(await everything()).toEqual(before)
    },
    close: async () => {
      await world.close()
      await google.stop()
    },
  }
}

export const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call was not refused'),
    (error: unknown) => error as { status: number; error: string; details: unknown },
  )
