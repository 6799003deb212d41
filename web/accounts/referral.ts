const KEY = 'referral_code'

/** The code of the link that led here outlives a look around. */
export function referralCode(fromAddress: string | null): string | undefined {
  try {
    if (fromAddress) localStorage.setItem(KEY, fromAddress.slice(0, 40)) // as it is: the specification names the key
    return localStorage.getItem(KEY)?.slice(0, 40)
  } catch {
    return fromAddress ?? undefined
  }
}

export function forgetReferralCode() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was kept
  }
}
