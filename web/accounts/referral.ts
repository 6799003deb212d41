const KEY = 'referral_code'

/** The code of the link that led here. It is stored, because a visitor may look around before registering. */
export function referralCode(fromAddress: string | null): string | undefined {
  try {
    if (fromAddress) localStorage.setItem(KEY, fromAddress.slice(0, 40)) // plain text, as the specification says
    return localStorage.getItem(KEY)?.slice(0, 40)
  } catch {
    return fromAddress ?? undefined
  }
}

export function forgetReferralCode() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was stored
  }
}
