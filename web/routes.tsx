import type { ComponentType } from 'react'
import type { Meta } from '#contract/page.ts'
import { Landing } from '#web/catalogue/landing.tsx'
import { landingLoader } from '#web/catalogue/landing-loader.ts'
import type { listScreens } from '#web/catalogue/list-screens.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { headFromLoader, Redirect, type Page } from '#web/router/page.ts'
import type { ChosenTab } from '#web/shell/screen-tabs.ts'

/** A screen in a chunk of its own, from this source file. */
const screen = (
  path: string,
  module: string,
  load: () => Promise<{ Component: ComponentType }>,
  head: Meta,
  more: Partial<Page> = {},
): Page => ({ path, screen: load, head, module, ...more })

const signedIn = { signedIn: true }

/** One screen for the three kinds, with an address for each kind. */
const item = (path: string): Page => ({
  path,
  screen: () => import('#web/item-page/index.ts'),
  head: headFromLoader,
  module: 'web/item-page/index.ts',
})

/** Lists with search and filters: their loaders read the address and give the page its title. */
const list = (path: string, name: keyof typeof listScreens): Page => ({
  path,
  screen: () => import('#web/catalogue/list-screens.ts').then((lists) => lists.listScreens[name]),
  head: headFromLoader,
  module: 'web/catalogue/list-screens.ts',
})

/** This file is fetched early: only its loader knows which tab's code comes next. */
const tabPages = onDemand(() => import('./tab-pages.tsx'))

/** A page for signed-in people with tabs from several features. `?tab=` chooses one; an unknown tab is the first. */
const tabbed = (path: keyof typeof import('./tab-pages.tsx'), title: string): Page => ({
  path,
  screen: async () => (await tabPages.load())[path],
  head: (chosen) => ({ title: (chosen as ChosenTab | undefined)?.title ?? `${title} | Slide`, noindex: true }),
  module: 'web/tab-pages.tsx',
  signedIn: true,
})

/** An address that leads to another. */
const moved = (path: string, to: string): Page => ({
  path,
  screen: { Component: () => null, loader: () => new Redirect(to) },
})

/** Mails and the sign-in lead to these. */
const mailedPages = [
  screen('confirm-email', 'web/accounts/confirm-email.tsx', () => import('#web/accounts/confirm-email.tsx'), {
    title: 'Confirm your email | Slide',
    noindex: true,
  }),
  screen(
    'confirm-new-email',
    'web/accounts/confirm-new-email.tsx',
    () => import('#web/accounts/confirm-new-email.tsx'),
    {
      title: 'Confirm your new email | Slide',
      noindex: true,
    },
  ),
  screen('undo-email', 'web/accounts/undo-email.tsx', () => import('#web/accounts/undo-email.tsx'), {
    title: 'Undo the change of your email | Slide',
    noindex: true,
  }),
  screen('forgot-password', 'web/accounts/forgot-password.tsx', () => import('#web/accounts/forgot-password.tsx'), {
    title: 'Forgot password | Slide',
    noindex: true,
  }),
  screen('reset-password', 'web/accounts/reset-password.tsx', () => import('#web/accounts/reset-password.tsx'), {
    title: 'New password | Slide',
    noindex: true,
  }),
  screen('unsubscribe', 'web/accounts/unsubscribe.tsx', () => import('#web/accounts/unsubscribe.tsx'), {
    title: 'Unsubscribe | Slide',
    noindex: true,
  }),
]

/** The whole site on one page: the first line that has an address is its page. */
export const pages: readonly Page[] = [
  {
    path: '/',
    screen: { Component: Landing, loader: landingLoader },
    head: { title: 'Slide | The #1 Drill Marketplace' },
  },
  list('browse', 'browse'),
  screen(
    'following',
    'web/catalogue/following.tsx',
    () => import('#web/catalogue/following.tsx'),
    { title: 'Following | Slide', noindex: true },
    signedIn,
  ),
  list('charts', 'charts'),
  list('search', 'search'),
  list('styles/:slug', 'style'),
  list('producers', 'producers'),
  item('track/:slug'),
  item('pack/:slug'),
  item('kit/:slug'),
  moved('profile', '/profile/me'),
  screen(
    'profile/me',
    'web/profile/own-profile.tsx',
    () => import('#web/profile/own-profile.tsx'),
    { title: 'Your profile | Slide', noindex: true },
    signedIn,
  ),
  {
    path: 'profile/:id',
    screen: () => import('#web/profile/index.ts'),
    head: headFromLoader,
    module: 'web/profile/index.ts',
  },

  screen('about', 'web/about/about.tsx', () => import('#web/about/about.tsx'), {
    title: 'About | Slide',
  }),
  screen('terms', 'web/legal/terms.tsx', () => import('#web/legal/terms.tsx'), {
    title: 'Terms | Slide',
  }),
  screen('privacy', 'web/legal/privacy.tsx', () => import('#web/legal/privacy.tsx'), {
    title: 'Privacy | Slide',
  }),
  screen('contact', 'web/contact/contact.tsx', () => import('#web/contact/contact.tsx'), {
    title: 'Contact | Slide',
  }),

  screen('register', 'web/accounts/register.tsx', () => import('#web/accounts/register.tsx'), {
    title: 'Sign up | Slide',
  }),
  // the same screen as /register, without the player
  screen('signup', 'web/accounts/register.tsx', () => import('#web/accounts/register.tsx'), {
    title: 'Sign up | Slide',
  }),
  screen('login', 'web/accounts/login.tsx', () => import('#web/accounts/login.tsx'), {
    title: 'Sign in | Slide',
    noindex: true,
  }),
  ...mailedPages,
  screen('google-callback', 'web/accounts/google-callback.tsx', () => import('#web/accounts/google-callback.tsx'), {
    title: 'Sign in with Google | Slide',
    noindex: true,
  }),

  screen(
    'sell',
    'web/studio/sell-beats.tsx',
    () => import('#web/studio/sell-beats.tsx'),
    { title: 'Sell Beats | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'kits',
    'web/studio/sell-kits.tsx',
    () => import('#web/studio/sell-kits.tsx'),
    { title: 'Sell Kits | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'upload',
    'web/studio/upload-page.tsx',
    () => import('#web/studio/upload-page.tsx'),
    { title: 'Upload | Slide', noindex: true },
    signedIn,
  ),
  tabbed('account', 'Account'),
  screen(
    'checkout',
    'web/checkout/checkout.tsx',
    () => import('#web/checkout/checkout.tsx'),
    { title: 'Checkout | Slide', noindex: true },
    { signedIn: true, pays: true },
  ),
  screen(
    'payment/confirm',
    'web/checkout/confirm.tsx',
    () => import('#web/checkout/confirm.tsx'),
    { title: 'Payment | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'sandbox/approve/:reference',
    'web/sandbox/approve.tsx',
    () => import('#web/sandbox/approve.tsx'),
    { title: 'Approve a payment | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'sandbox/subscribe/:reference',
    'web/sandbox/subscribe.tsx',
    () => import('#web/sandbox/subscribe.tsx'),
    { title: 'Approve a subscription | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'sandbox',
    'web/sandbox/panel.tsx',
    () => import('#web/sandbox/panel.tsx'),
    { title: 'Sandbox | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'order/complete',
    'web/library/order-complete.tsx',
    () => import('#web/library/order-complete.tsx'),
    { title: 'Order | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'promos',
    'web/promos/promos-page.tsx',
    () => import('#web/promos/promos-page.tsx'),
    { title: 'Promotions | Slide', noindex: true },
    signedIn,
  ),
  {
    path: 'license/:number',
    screen: () => import('#web/license/index.ts'),
    head: headFromLoader,
    module: 'web/license/index.ts',
  },
  screen(
    'library',
    'web/library/library-page.tsx',
    () => import('#web/library/library-page.tsx'),
    { title: 'Library | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'problems',
    'web/problems/problem-list.tsx',
    () => import('#web/problems/problem-list.tsx'),
    { title: 'Problems | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'problems/:id',
    'web/problems/problem-page.tsx',
    () => import('#web/problems/problem-page.tsx'),
    { title: 'Problem with a purchase | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'banned',
    'web/bans/banned-page.tsx',
    () => import('#web/bans/banned-page.tsx'),
    { title: 'Your account is banned | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'notifications',
    'web/notifications/inbox.tsx',
    () => import('#web/notifications/inbox.tsx'),
    { title: 'Notifications | Slide', noindex: true },
    signedIn,
  ),
  screen(
    'chat/:recipientId',
    'web/chat/chat-page.tsx',
    () => import('#web/chat/chat-page.tsx'),
    { title: 'Messages | Slide', noindex: true },
    signedIn,
  ),
  tabbed('admin', 'Desk'),
  ...(import.meta.env.DEV
    ? [
        screen(
          'ui',
          'web/ui/gallery/gallery.tsx',
          () => import('#web/ui/gallery/gallery.tsx').then((gallery) => ({ Component: gallery.default })),
          { title: 'The kit | Slide', noindex: true },
          signedIn,
        ),
      ]
    : []),
  moved('*', '/'),
]
