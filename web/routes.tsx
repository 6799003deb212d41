import { redirect, type RouteObject } from 'react-router'
import { meta, type Handle } from '#web/api/meta.ts'
import { Landing } from '#web/catalogue/landing.tsx'
import { landingLoader } from '#web/catalogue/landing-loader.ts'
import { Gate } from '#web/session/gate.tsx'
import { Layout } from '#web/shell/layout.tsx'
import { NotOpenYet } from '#web/items/not-open-yet.tsx'

type Lazy = () => Promise<{ Component: React.ComponentType }>

/** A screen in a chunk of its own. Its id is its source file: by it the server finds the chunk to preload. */
const screen = (path: string, file: string, lazy: Lazy, handle: Handle): RouteObject => ({
  id: file,
  path,
  lazy,
  handle,
})

/** A public page whose feature is not there yet. */
const later = (path: string, title: string, sentence: string): RouteObject => ({
  id: path,
  path,
  element: <NotOpenYet title={title}>{sentence}</NotOpenYet>,
  handle: meta(() => ({ title: `${title} | Slide`, noindex: true })),
})

/** The same behind a sign-in. */
const laterSignedIn = (path: string, title: string, sentence: string): RouteObject => ({
  id: path,
  path,
  element: (
    <Gate>
      <NotOpenYet title={title}>{sentence}</NotOpenYet>
    </Gate>
  ),
  handle: { ...meta(() => ({ title: `${title} | Slide`, noindex: true })), signedIn: true },
})

const ITEM = 'Here you will hear the whole preview, read the licences and buy.'

/** The whole site on one page. */
export const routes: RouteObject[] = [
  {
    id: 'shell',
    element: <Layout />,
    children: [
      {
        id: 'landing',
        index: true,
        element: <Landing />,
        loader: landingLoader,
        handle: meta(() => ({
          title: 'Slide | The #1 Drill Marketplace',
          description:
            'Drill beats, packs and sound kits from thirteen scenes, UK to Brazil. Hear them, license them in a minute, keep the files for good. 0% commission.',
          image: '/media/hero/1600.webp',
          structured: {
            '@context': 'https://schema.org',
            '@type': 'WebSite',
            name: 'Slide',
            description: 'The #1 drill marketplace.',
          },
        })),
      },

      later('styles/:slug', 'Styles', 'Every drill style will have its own page, with all its beats.'),
      later('browse', 'Browse', 'Here you will narrow the catalogue down by style, tempo, price and mood.'),
      later('charts', 'Charts', 'Here you will see what is played, liked and bought the most.'),
      later('producers', 'Users', 'Here you will find the producers of Slide by name.'),
      later('search', 'Search', 'Here you will find beats, packs and kits by words.'),
      later('track/:slug', 'Track', ITEM),
      later('pack/:slug', 'Pack', ITEM),
      later('kit/:slug', 'Kit', ITEM),
      later('track/:slug/embed', 'Player', 'Here will be a player for other sites.'),
      { id: 'profile', path: 'profile', loader: () => redirect('/profile/me') },
      laterSignedIn('profile/me', 'Your profile', 'Here you will see your profile as others do.'),
      later('profile/:id', 'Profile', 'Here you will find all that a producer sells.'),

      screen(
        'about',
        'web/house/about.tsx',
        () => import('#web/house/about.tsx'),
        meta(() => ({
          title: 'About | Slide',
          description:
            'What Slide is, for producers, artists and fans: 0% commission, real files, clear licences. Ten questions answered.',
        })),
      ),
      screen(
        'terms',
        'web/house/terms.tsx',
        () => import('#web/house/terms.tsx'),
        meta(() => ({
          title: 'Terms | Slide',
          description: 'The terms of buying and selling on Slide, in plain words.',
        })),
      ),
      screen(
        'privacy',
        'web/house/privacy.tsx',
        () => import('#web/house/privacy.tsx'),
        meta(() => ({
          title: 'Privacy | Slide',
          description: 'What Slide stores about you, why, for how long, and how to get it or have it deleted.',
        })),
      ),
      screen(
        'contact',
        'web/contact/contact.tsx',
        () => import('#web/contact/contact.tsx'),
        meta(() => ({
          title: 'Contact | Slide',
          description: 'Write to the people who run this shop.',
        })),
      ),

      screen(
        'register',
        'web/accounts/register.tsx',
        () => import('#web/accounts/register.tsx'),
        meta(() => ({
          title: 'Sign up | Slide',
          description: 'Make an account: sell without commission, or keep every beat you license.',
        })),
      ),
      // the same screen: old links lead here, and the player keeps silent
      {
        ...screen(
          'signup',
          'signup',
          () => import('#web/accounts/register.tsx'),
          meta(() => ({ title: 'Sign up | Slide', canonical: '/register' })),
        ),
      },
      screen(
        'login',
        'web/accounts/login.tsx',
        () => import('#web/accounts/login.tsx'),
        meta(() => ({ title: 'Sign in | Slide', noindex: true })),
      ),
      // nothing to return from until sign-in with Google is open
      { id: 'google-callback', path: 'google-callback', loader: () => redirect('/signup') },

      laterSignedIn(
        'sell',
        'Sell Beats',
        'Here you will upload beats and packs, set their licences and see what they earn.',
      ),
      laterSignedIn('kits', 'Sell Kits', 'Here you will upload sound kits and see what they earn.'),
      laterSignedIn('upload', 'Upload', 'Here you will upload beats, packs and kits.'),
      laterSignedIn('account', 'Account', 'Here you will change your profile, password, payouts and plan.'),
      laterSignedIn('checkout', 'Checkout', 'Here you will pay for what is in your cart.'),
      laterSignedIn('payment/confirm', 'Payment', 'Here your payments will be confirmed.'),
      laterSignedIn('order/complete', 'Order', 'Here you will find your finished orders.'),
      laterSignedIn('promos', 'Promotions', 'Here you will promote what you sell.'),
      laterSignedIn('library', 'Library', 'Here you will find all that you bought, for good.'),
      laterSignedIn('notifications', 'Notifications', 'Here you will read what happened to your items and orders.'),
      laterSignedIn('chat/:recipientId', 'Messages', 'Here you will write with producers, artists and the support.'),
      screen('admin', 'web/moderation/admin.tsx', () => import('#web/moderation/admin.tsx'), {
        ...meta(() => ({ title: 'Review Submissions | Slide', noindex: true })),
        signedIn: true,
      }),
      ...(import.meta.env.DEV
        ? [
            screen(
              'ui',
              'web/ui/gallery/gallery.tsx',
              () => import('#web/ui/gallery/gallery.tsx').then((m) => ({ Component: m.default })),
              {
                ...meta(() => ({ title: 'The kit | Slide', noindex: true })),
                signedIn: true,
              },
            ),
          ]
        : []),
      { id: 'unknown', path: '*', loader: () => redirect('/') },
    ],
  },
]
