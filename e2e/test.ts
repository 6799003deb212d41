import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { violationsOn } from '#test/accessible.ts'

type OfTest = { complaints: string[]; harmless: RegExp[]; savesData: boolean }

/**
 * Every console error, warning, page error and policy violation fails the test, unless the test clears the expected ones.
 * A test acts on pages that are alive, unless it says `waitUntil`: before, keys and what a page would keep are lost.
 */
export const test = base.extend<OfTest, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      browser.on('context', (context) => context.on('page', waitForLife))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  /** A page fetches code ahead, half of its requests, unless its visitor saves data. Few tests look at that. */
  savesData: [true, { option: true }],
  context: async ({ context, savesData }, use) => {
    if (savesData)
      await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await use(context)
  },
  /**
   * A test that can't tell how often a complaint comes, or when, names it here. The browser itself reports a line that a
   * test has cut.
   */
  harmless: ({}, use) => use([/ERR_INTERNET_DISCONNECTED/]), // oxlint-disable-line no-empty-pattern -- Playwright reads the names of fixtures from it
  complaints: [
    async ({ page, harmless }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => complaints.push(`pageerror: ${error.message}`))
      await use(complaints)
      expect(complaints.filter((complaint) => !harmless.some((pattern) => pattern.test(complaint)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** A test runs on the desktop alone, unless a phone shows something of its own: another layout, a sheet, a bar, touch. */
export const phoneToo = { tag: '@phone' }
export const phoneOnly = { tag: ['@phone', '@no-desktop'] }

/** The browser itself reports an answer of 4xx on its console. */
export const expectRefusal = (complaints: string[], status: number) => {
  const refusal = complaints.findIndex((line) => line.includes(`status of ${status}`))
  expect(refusal, `an answer of ${status}`).toBeGreaterThanOrEqual(0)
  complaints.splice(refusal, 1)
}

function waitForLife(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (url, options) => goto(url, options).then(alive(page, options))
  page.reload = (options) => reload(options).then(alive(page, options))
}

const alive =
  <T>(page: Page, { waitUntil }: { waitUntil?: string } = {}) =>
  async (reply: T) => {
    if (!waitUntil) await untilAlive(page)
    return reply
  }

/** On a phone a closed dialog takes its entry out of the history a moment later, and cuts off a way to another page. */
export const untilDialogLeft = (page: Page) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('dialog')

/** Waits until every button works: before hydration the page only looks alive. Without a script it never comes alive. */
export const untilAlive = (page: Page) =>
  page.waitForFunction(() => {
    if (document.readyState === 'loading') return false // its root may be yet to come
    const root = document.getElementById('root')
    const buttons = [...(root?.querySelectorAll('button') ?? [])]
    const isAlive = (button: HTMLElement) => Object.keys(button).some((key) => key.startsWith('__react'))
    const isWithoutScript = !root || matchMedia('(scripting: none)').matches
    return isWithoutScript || (buttons.length > 0 && buttons.every(isAlive))
  })

/** Checks WCAG 2.2 AA on the whole page and its dialogs, after their animation: a moving dialog covers half of a button. */
export async function expectAccessible(page: Page) {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(
        (animation) => animation instanceof CSSAnimation && animation.effect?.getComputedTiming().endTime !== Infinity,
      )
      .every(({ playState }) => playState !== 'running'),
  )
  // the dialog library's own focus guards are not announced
  expect(await violationsOn(page, ['[data-radix-focus-guard]'])).toEqual([])
}

/** Compares with the screen: a phone makes its window as wide as a page that is too wide. */
export const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )

/** WCAG 1.4.12. Not a style element: the content policy refuses it. */
export const spaceText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    )
    document.adoptedStyleSheets.push(sheet)
  })

/** Texts that overflow their box, except those that end in an ellipsis on purpose. */
export const clippedTexts = (page: Page) =>
  page.locator('body *:visible').evaluateAll((elements) =>
    elements
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .filter((element) => !element.closest('[class*=sr-only], .truncate, select, svg'))
      .filter(
        ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
          clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
      )
      .map(({ tagName, className, textContent }) => `${tagName}.${className}: ${textContent.slice(0, 40)}`),
  )

let people = 0
export const somebody = () => {
  const name = `e2e-${process.pid.toString(36)}-${Date.now().toString(36)}-${++people}x`
  return { email: `${name}@slide.test`, displayName: name.slice(0, 30), password: 'windows lit at night' }
}

export const DEMO_PASSWORD = 'slide-demo-140'

/** Signs in by the form. It takes two pages, so only tests of signing in and of what it changes at once use it. */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.goto('/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/profile\/me$/)
}

/** The browser has kept a session, so the next page is of a signed-in person. */
export async function keepSession(page: Page, email: string, password = DEMO_PASSWORD) {
  const reply = await page.request.post('/api/auth/login', { data: { email, password } })
  const { accessToken, refreshToken } = (await reply.json()) as { accessToken: string; refreshToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const me = (await (await page.request.get('/api/me', { headers })).json()) as {
    id: number
    displayName: string
    avatarUrl: string | null
    oauthUser: boolean
    roles: string[]
  }
  const { id: userId, displayName, avatarUrl, oauthUser, roles } = me
  const auth = { token: accessToken, refreshToken, userId, displayName, avatarUrl, oauthUser, role: roles.at(-1) }
  const { origin } = new URL(reply.url())
  const keeping = await page.context().addInitScript(
    ({ origin, kept }) => {
      if (window.origin === origin) localStorage.setItem('auth', kept)
    },
    { origin, kept: JSON.stringify(auth) },
  )
  const stop = () => {
    if (new URL(page.url()).origin !== origin) return
    page.off('domcontentloaded', stop)
    void keeping.dispose()
  }
  page.on('domcontentloaded', stop)
}
