export type Account = { email: string; password: string; displayName: string }

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })

let made = 0

/**
 * Registers accounts one after the other until told to stop. Accounts that the server has acknowledged are added to
 * `acknowledged`.
 */
export async function keepRegistering(url: string, acknowledged: Account[], isOver: () => boolean) {
  while (!isOver()) {
    const number = ++made
    const account = {
      email: `c${number}@slide.test`,
      password: `windows lit at ${number}`,
      displayName: `crash-${number}x`,
    }
    const reply = await post(url, '/auth/register', account).catch(() => null)
    if (!reply) return // the server is gone
    if (reply.status === 200) acknowledged.push(account)
    await reply.text().catch(() => '')
  }
}

/** Returns the accounts that can't sign in. */
export async function findLost(url: string, accounts: Account[], atOnce = 4) {
  const lost: Account[] = []
  const left = [...accounts]
  const check = async () => {
    for (let account = left.pop(); account; account = left.pop()) {
      const reply = await post(url, '/auth/login', { email: account.email, password: account.password })
      if (reply.status !== 200) lost.push(account)
      await reply.text()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, check))
  return lost
}
