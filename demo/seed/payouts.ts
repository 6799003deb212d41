/** A person who is paid out. */
export type DemoPayee = {
  handle: string
  legalName: string
  country: string
  /** From today on the balance is paid out each Monday. */
  isWeekly?: true
}

export const PAYEES: readonly DemoPayee[] = [
  { handle: 'ColdHarbour', legalName: 'Marcus Okafor-Lane', country: 'GB', isWeekly: true },
  { handle: 'LogDrumLola', legalName: 'Omolola Adebayo', country: 'NG', isWeekly: true },
  { handle: 'PitkinSound', legalName: 'Andre Whitlock', country: 'US' },
  { handle: 'Betonwerk', legalName: 'Jonas Reuter', country: 'DE' },
]

export type DemoPayoutStep = { daysAgo: number; handle: string } & (
  | { does: 'link'; paypalEmail: string }
  /** From this day on the balance is paid out each Monday. */
  | { does: 'weekly' }
  /** `isLeft`: no admin has looked at it. `isSilent`: the provider has not answered. */
  | { does: 'same-day'; isLeft?: true; isSilent?: true }
)

/**
 * The outcome stands in the address, as the sandbox has it. Paid, failed, returned, unclaimed, on its way, and two that
 * wait for an admin: a large one, and the first to another address after one that came back. Oldest first.
 */
export const PAYOUT_STEPS: readonly DemoPayoutStep[] = [
  { daysAgo: 28, handle: 'ColdHarbour', does: 'link', paypalEmail: 'failed@coldharbour.test' },
  { daysAgo: 25, handle: 'PitkinSound', does: 'link', paypalEmail: 'returned@pitkin.test' },
  { daysAgo: 22, handle: 'ColdHarbour', does: 'same-day' },
  { daysAgo: 20, handle: 'Betonwerk', does: 'link', paypalEmail: 'unclaimed@betonwerk.test' },
  { daysAgo: 19, handle: 'ColdHarbour', does: 'link', paypalEmail: 'marcus@coldharbour.test' },
  { daysAgo: 16, handle: 'PitkinSound', does: 'same-day' },
  { daysAgo: 15, handle: 'ColdHarbour', does: 'same-day' },
  { daysAgo: 14, handle: 'LogDrumLola', does: 'link', paypalEmail: 'lola@mainland.test' },
  // the Monday of last week follows: a new shop pays nobody in the week that runs already
  { daysAgo: 14, handle: 'Betonwerk', does: 'weekly' },
  { daysAgo: 9, handle: 'LogDrumLola', does: 'same-day' },
  { daysAgo: 9, handle: 'ColdHarbour', does: 'same-day' },
  { daysAgo: 5, handle: 'PitkinSound', does: 'link', paypalEmail: 'andre@pitkin.test' },
  { daysAgo: 2, handle: 'ColdHarbour', does: 'same-day', isLeft: true },
  { daysAgo: 1, handle: 'PitkinSound', does: 'same-day', isLeft: true },
  { daysAgo: 0, handle: 'LogDrumLola', does: 'same-day', isSilent: true },
]
