import { sql } from 'kysely'
import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signToken } from '#server/http/tokens.ts'
import { createWorld, type World } from '#test/world.ts'

/** Signs in from an address, and gives the state of the answer. */
function loginFrom({ http }: World, email: string) {
  return async (remoteAddress: string, password = 'wrong') => {
    const payload = { email, password }
    return (await http.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload })).statusCode
  }
}

test('after ten wrong passwords even the right one is refused for a quarter of an hour', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email, password } = await world.signUp()
  const login = (password: string) => world.guest('POST /auth/login', { body: { email, password } })
  for (let attempt = 0; attempt < 10; attempt++) await expect(login('wrong')).rejects.toMatchObject({ status: 401 })
  await expect(login(password)).rejects.toMatchObject({ status: 429, error: 'rate_limited' })
  expect(
    (await world.http.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).headers[
      'retry-after'
    ],
  ).toMatch(/^\d+$/)
  world.passTime(15 * 60_000)
  await login(password)
  await world.close()
})

test('wrong passwords of a stranger do not lock the owner out, and a right one resets the count', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email, password } = await world.signUp()
  const login = loginFrom(world, email)
  for (let attempt = 0; attempt < 12; attempt++) await login('203.0.113.9', 'wrong')
  expect(await login('203.0.113.9', password)).toBe(429)
  expect(await login('198.51.100.7', password)).toBe(200)
  for (let round = 0; round < 3; round++) {
    for (let slip = 0; slip < 5; slip++) expect(await login('198.51.100.7', 'slip')).toBe(401)
    expect(await login('198.51.100.7', password)).toBe(200)
  }
  await world.close()
})

test('all IPv6 addresses of a network count as one caller', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email } = await world.signUp()
  const login = loginFrom(world, email)
  for (let host = 1; host <= 10; host++) expect(await login(`2001:db8:1:2::${host}`)).toBe(401)
  expect(await login('2001:db8:1:2:aaaa::1')).toBe(429)
  expect(await login('2001:db8:1:3::1')).toBe(401)
  await world.close()
})

test('one address can register twenty accounts an hour', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  for (let made = 0; made < 20; made++) await world.signUp()
  await expect(world.signUp()).rejects.toMatchObject({ status: 429 })
  await world.close()
})

test('strangers who try hundreds of passwords from many addresses do not lock out a browser that the owner has used', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on', PUBLIC_URL: 'https://beats.example' } })
  const { email, password } = await world.signUp()
  const login = (remoteAddress: string, tried: string, cookie = '') =>
    world.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { cookie },
      payload: { email, password: tried },
    })
  const cookieOf = (reply: Awaited<ReturnType<typeof login>>) => String(reply.headers['set-cookie'])
  const first = cookieOf(await login('198.51.100.7', password))
  expect(first).toMatch(/^slide_device_\d+=\S+; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/)
  const known = `theme=dark; ${first.split(';')[0]}`

  for (let attempt = 0; attempt < 200; attempt++) await login(`203.0.113.${attempt % 20}`, 'wrong')
  expect((await login('192.0.2.1', password)).statusCode, 'a strange browser').toBe(429)
  expect((await login('192.0.2.1', password, `${known.slice(0, -3)}xyz`)).statusCode, 'a forged cookie').toBe(429)
  const again = await login('203.0.113.1', password, known)
  expect(again.statusCode, 'the owner, even at an attacker’s address').toBe(200)

  // the known browser has ten attempts of its own
  for (let slip = 0; slip < 10; slip++) expect((await login('198.51.100.7', 'slip', known)).statusCode).toBe(401)
  expect((await login('198.51.100.7', password, known)).statusCode).toBe(429)

  const bob = await world.signUp()
  const asBob = (tried: string, cookie = '') =>
    world.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '192.0.2.99',
      headers: { cookie },
      payload: { email: bob.email, password: tried },
    })
  for (let attempt = 0; attempt < 10; attempt++) await asBob('wrong')
  const mixed = known.replace(/slide_device_\d+/, `slide_device_${bob.id}`)
  expect((await asBob(bob.password, mixed)).statusCode, 'a cookie of another account').toBe(429)
  await world.close()
})

test('a browser that was known before a change of the password counts as strange, and the one that changed it doesn’t', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email, password, accessToken } = await world.signUp()
  const login = (password: string, cookie = '') =>
    world.http.inject({ method: 'POST', url: '/api/auth/login', headers: { cookie }, payload: { email, password } })
  const cookieOf = (reply: Awaited<ReturnType<typeof login>>) => String(reply.headers['set-cookie']).split(';')[0]!
  const thief = cookieOf(await login(password))
  world.passTime(60_000)
  const newPassword = 'lamps along the canal'
  const changed = await world.http.inject({
    method: 'PATCH',
    url: '/api/me/password',
    headers: { authorization: `Bearer ${accessToken}` },
    payload: { currentPassword: password, newPassword },
  })
  for (let attempt = 0; attempt < 10; attempt++) await login('wrong')
  expect((await login(newPassword, thief)).statusCode).toBe(429)
  expect((await login(newPassword, cookieOf(changed))).statusCode).toBe(200)
  await world.close()
})

test('the networks of one IPv6 customer have a count together', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email } = await world.signUp()
  const login = loginFrom(world, email)
  for (let net = 0; net < 40; net++) expect(await login(`2001:db8:1:2${String(net).padStart(2, '0')}::1`)).toBe(401)
  expect(await login('2001:db8:1:2ff::1'), 'the same /56').toBe(429)
  expect(await login('2001:db8:1:300::1'), 'another /56 of the /48').toBe(401)
  for (let net = 0; net < 118; net++) await login(`2001:db8:1:${(0x400 + net * 256).toString(16)}::1`)
  expect(await login('2001:db8:1:ff00::1'), 'the same /48').toBe(429)
  expect(await login('2001:db8:2::1'), 'another /48').toBe(401)
  await world.close()
})

test('of many wrong passwords at once from one address most are refused at once', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email } = await world.signUp()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () =>
      world.http.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'wrong' } }),
    ),
  )
  const count = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length
  expect([count(401), count(429)]).toEqual([8, 92])
  const counted = await world.app.db
    .selectFrom('throttle')
    .where('key', 'like', 'login by account%')
    .select('hits')
    .execute()
  expect(counted, 'refused ones cost no statement').toEqual([{ hits: 8 }])
  await world.close()
})

test('a full lane for passwords answers 503, and other calls are answered', async () => {
  const world = await createWorld()
  const { email, accessToken } = await world.signUp()
  const wrong = Array.from({ length: 200 }, () =>
    world.http.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: 'wrong' } }),
  )
  const me = await world.http.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${accessToken}` } })
  expect(me.statusCode).toBe(200)
  const replies = await Promise.all(wrong)
  const full = replies.filter(({ statusCode }) => statusCode === 503)
  expect(full).toHaveLength(136)
  expect(full[0]!.headers['retry-after']).toBe('5')
  expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(64)
  await world.close()
})

test('eight addresses don’t fill the lane for passwords, and a browser that has signed in comes before a crowd', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' } })
  const ann = await world.signUp()
  const signIn = (address: string, payload: object, cookie = '') =>
    world.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
      payload,
    })
  const known = String((await signIn('203.0.113.9', ann)).headers['set-cookie']).split(';')[0]!
  const wrong = { email: 'nobody@slide.test', password: 'wrong' }
  const flood = (networks: number, range: string) =>
    Array.from({ length: networks * 8 }, (_, nth) => signIn(`${range}.${1 + Math.floor(nth / 8)}`, wrong))
  /** Until the returned promises are awaited outside, nobody leaves the lane. */
  const heldUp = async <T>(act: () => Promise<T>) =>
    world.app.db.transaction().execute(async (tx) => {
      await sql`lock table throttle in access exclusive mode`.execute(tx)
      return act()
    })
  const beside = await heldUp(async () => ({ few: flood(8, '198.51.100'), next: signIn('203.0.113.10', ann) }))
  expect((await beside.next).statusCode, 'a new address beside eight').toBe(200)
  await Promise.all(beside.few)
  const crowded = await heldUp(async () => {
    const many = flood(24, '192.0.2')
    const stranger = await signIn('203.0.113.11', wrong)
    return { many, stranger, owner: signIn('203.0.113.9', ann, known) }
  })
  expect(crowded.stranger.statusCode, 'a new address beside a crowd').toBe(503)
  expect((await crowded.owner).statusCode).toBe(200)
  await Promise.all(crowded.many)
  await world.close()
})

test('only an access token signs in', async () => {
  const world = await createWorld()
  const { id, accessToken } = await world.signUp()
  const ask = async (authorization?: string) => {
    const { statusCode, headers } = await world.http.inject({
      url: '/api/me',
      headers: authorization === undefined ? {} : { authorization },
    })
    return [statusCode, headers['www-authenticate']]
  }
  expect(await ask(`Bearer ${accessToken}`)).toEqual([200, undefined])
  expect(await ask()).toEqual([401, 'Bearer realm="Slide"'])
  const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as { sid: number }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const hour = Math.floor(world.app.clock.now().getTime() / 1000) + 3_600
  const right = { sid, aud: 'access', sub: String(id), exp: hour }
  const jwt = (claims: object, { header = { alg: 'HS256' }, secret = world.app.authSecret } = {}) => {
    const text = `${encode(header)}.${encode(claims)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  expect(await ask(`Bearer ${jwt(right)}`), 'a JWT as others sign it').toEqual([200, undefined])
  const refused = [401, 'Bearer realm="Slide", error="invalid_token"']
  const { aud: _, ...aimless } = right
  const { exp: __, ...endless } = right
  for (const [token, why] of [
    [signToken(world.app, 'known device', { subject: id, sid, seconds: 60 }), 'another purpose'],
    [jwt(aimless), 'no purpose'],
    [jwt(endless), 'no end'],
    [jwt({ ...right, exp: hour - 3_601 }), 'it has ended'],
    [jwt(right, { secret: randomBytes(32) }), 'a wrong secret'],
    [jwt(right, { header: { alg: 'HS512' } }), 'another way to sign'],
    [`${encode({ alg: 'none' })}.${encode(right)}.`, 'no signature'],
    [`${jwt(right)}.`, 'too many parts'],
    [`${jwt(right).slice(0, -1)}`, 'a part of the signature'],
    [accessToken.replace(/\.[^.]*\./, `.${encode({ ...right, sub: String(id + 1) })}.`), 'changed claims'],
    ['x', 'no token'],
  ] as const)
    expect(await ask(`Bearer ${token}`), why).toEqual(refused)
  await world.close()
})
