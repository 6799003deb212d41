import type { ReactNode } from 'react'
import { tabCount } from '#web/desk/tab-count.tsx'
import { StoppedBanner } from '#web/house/stopped-banner.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { AdminGate } from '#web/session/admin-gate.tsx'
import { GateOfBanned } from '#web/session/gate.tsx'
import type { ScreenTab } from '#web/shell/screen-tabs.ts'
import { tabsPage } from '#web/shell/tabs-page.tsx'

const withPassword: Partial<ScreenTab> = { hiddenFrom: (auth) => auth?.oauthUser === true }

const preferences = onDemand(() => import('#web/notifications/preferences-tab.tsx'))
const ownData = onDemand(() => import('#web/privacy/data-tab.tsx'))
const plans = onDemand(() => import('#web/plans/plans-tab.tsx'))
const profile = onDemand(() => import('#web/accounts/profile-tab.tsx'))
const username = onDemand(() => import('#web/accounts/username-tab.tsx'))
const email = onDemand(() => import('#web/accounts/email-tab.tsx'))
const password = onDemand(() => import('#web/accounts/password-tab.tsx'))
const codes = onDemand(() => import('#web/discounts/codes-tab.tsx'))
const safety = onDemand(() => import('#web/accounts/safety-tab.tsx'))
const socials = onDemand(() => import('#web/accounts/socials-tab.tsx'))
const payouts = onDemand(() => import('#web/payouts/payouts-tab.tsx'))
const splits = onDemand(() => import('#web/shares/splits-tab.tsx'))
export const account = tabsPage('Account', GateOfBanned, [
  { value: 'profile', label: 'Profile', lazy: profile.load },
  { value: 'username', label: 'Username', lazy: username.load },
  { value: 'email', label: 'Email', lazy: email.load, ...withPassword },
  { value: 'password', label: 'Password', lazy: password.load, ...withPassword },
  { value: 'socials', label: 'Socials', lazy: socials.load },
  { value: 'payouts', label: 'Payouts', lazy: payouts.load },
  { value: 'splits', label: 'Splits', lazy: splits.load },
  { value: 'plans', label: 'Plans', lazy: plans.load },
  { value: 'codes', label: 'Codes', title: 'Codes and deals', lazy: codes.load },
  { value: 'safety', label: 'Safety', lazy: safety.load },
  { value: 'notifications', label: 'Notifications', lazy: preferences.load },
  { value: 'data', label: 'Your data', lazy: ownData.load, whileBanned: true },
])

const overview = onDemand(() => import('#web/desk/overview-tab.tsx'))
const announcements = onDemand(() => import('#web/operations/announcements-tab.tsx'))
const settings = onDemand(() => import('#web/desk/settings-tab.tsx'))
const review = onDemand(() => import('#web/moderation/review-tab.tsx'))
const reports = onDemand(() => import('#web/moderation/reports-tab.tsx'))
const people = onDemand(() => import('#web/operations/people-tab.tsx'))
const inbox = onDemand(() => import('#web/chat/inbox-tab.tsx'))
const orders = onDemand(() => import('#web/operations/orders-tab.tsx'))
const promotions = onDemand(() => import('#web/operations/promotions-tab.tsx'))
const deskCodes = onDemand(() => import('#web/operations/codes-tab.tsx'))
const deskPayouts = onDemand(() => import('#web/operations/payouts-tab.tsx'))
const worklist = onDemand(() => import('#web/operations/worklist-tab.tsx'))
const referrals = onDemand(() => import('#web/operations/referrals-tab.tsx'))
const mail = onDemand(() => import('#web/operations/mail-tab.tsx'))
const synonyms = onDemand(() => import('#web/operations/synonyms-tab.tsx'))
const audit = onDemand(() => import('#web/operations/audit-tab.tsx'))
const DeskGate = ({ children }: { children: ReactNode }) => (
  <AdminGate>
    <StoppedBanner />
    {children}
  </AdminGate>
)
export const admin = tabsPage('Desk', DeskGate, [
  { value: 'overview', label: 'Overview', lazy: overview.load },
  {
    value: 'review',
    label: 'Review',
    title: 'Review Submissions',
    lazy: review.load,
    isStart: true,
    Count: tabCount('review'),
  },
  { value: 'reports', label: 'Reports', lazy: reports.load, Count: tabCount('reports') },
  { value: 'people', label: 'People', lazy: people.load, Count: tabCount('people') },
  { value: 'inbox', label: 'Inbox', lazy: inbox.load, Count: tabCount('inbox') },
  { value: 'orders', label: 'Orders', lazy: orders.load, Count: tabCount('orders') },
  { value: 'payouts', label: 'Payouts', lazy: deskPayouts.load, Count: tabCount('payouts') },
  { value: 'promotions', label: 'Promotions', lazy: promotions.load },
  { value: 'codes', label: 'Codes', title: 'Codes and deals', lazy: deskCodes.load },
  { value: 'worklist', label: 'Worklist', lazy: worklist.load, Count: tabCount('worklist') },
  { value: 'referrals', label: 'Referrals', lazy: referrals.load, Count: tabCount('referrals') },
  { value: 'announcements', label: 'Announce', title: 'Announcements', lazy: announcements.load },
  { value: 'mail', label: 'Mail', lazy: mail.load, Count: tabCount('mail') },
  { value: 'search', label: 'Search', lazy: synonyms.load },
  { value: 'settings', label: 'Settings', lazy: settings.load },
  { value: 'audit', label: 'Audit', lazy: audit.load },
])
