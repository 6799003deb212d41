const claimsOf = (accessToken: string) =>
  JSON.parse(atob(accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as {
    sub: string
    iat: number
    exp: number
  }

export const userIdOf = (accessToken: string) => Number(claimsOf(accessToken).sub)

/** The end of a token that has just come. The clock of a device may be wrong, so only the token's length is taken from it. */
export function endOf(accessToken: string) {
  const { iat, exp } = claimsOf(accessToken)
  return Date.now() + (exp - iat) * 1000
}
