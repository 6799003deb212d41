// npm run bench:first-sale: a newcomer's first sale. Clones the last commit into a new folder, starts the shop there with
// `npm start`, and goes through it in a browser: sign up, upload, approve, find, buy, download. Prints how long each step
// took, and takes the pictures of docs/first-sale.md when it is called with `--pictures`.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { launchOptions } from '#e2e/chromium.ts'
import { asFile, wavFile } from '#e2e/uploads.ts'

const { values } = parseArgs({ options: { pictures: { type: 'boolean', default: false } } })
const PICTURES = 'docs/first-sale'
const TITLE = 'Last Train to Peckham'
const PASSWORD = 'windows lit at night'

const began = performance.now()
let since = began
const folder = await mkdtemp(join(tmpdir(), 'slide-first-sale-'))
await chmod(folder, 0o755) // started by root, the database runs as another user
const shop = await clone()
try {
  const url = await start()
  took('packages, demo and start (npm start)')
  const browser = await chromium.launch(launchOptions)
  const visit = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url })
    context.setDefaultTimeout(120_000)
    return context.newPage()
  }
  const seller = await visit()
  await signUp(seller, 'PeckhamKeys')
  await upload(seller)
  const admin = await visit()
  await approve(admin)
  const buyer = await visit()
  await signUp(buyer, 'NadiaBello')
  await buy(buyer)
  await download(buyer)
  await seeTheSale(seller)
  await browser.close()
  console.log(`${seconds(performance.now() - began)}  from the clone to the sale`)
} finally {
  process.kill(-shop.pid!, 'SIGTERM') // npm, and the shop below it
  await once(shop.stdout, 'close')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function clone() {
  const { status } = spawnSync('git', ['clone', '--quiet', '.', folder], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The clone failed.')
  took('clone')
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  return child
}

async function start() {
  for await (const line of createInterface({ input: shop.stdout })) {
    const url = /ready on (http:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The shop ended before it was ready.')
}

async function signUp(page: Page, displayName: string) {
  await page.goto('/register')
  const form = page.getByRole('form', { name: 'Sign up' })
  await form.getByLabel('Email').fill(`${displayName.toLowerCase()}@slide.test`)
  await form.getByLabel('Display name').fill(displayName)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirm password').fill(PASSWORD)
  await form.getByLabel(/I agree/).check()
  await form.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Account created!').waitFor()
  took(`sign up as ${displayName}`)
}

async function upload(page: Page) {
  await page.goto('/sell')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload', exact: true })
  await dialog.getByLabel(/Drop your beat here/).setInputFiles(asFile(wavFile(120), `${TITLE} 140.wav`))
  await dialog.getByText(/^Heard \d+ in your file\.$/).waitFor()
  await dialog.getByLabel('Title').fill(TITLE)
  await dialog.getByLabel('Genre').fill('UK Drill')
  await dialog.getByLabel('Tags and moods').fill('night bus,')
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await dialog.getByLabel('Price of MP3 Lease').fill('29.95')
  await dialog.getByLabel('WAV Lease', { exact: true }).check()
  await dialog.getByLabel('Price of WAV Lease').fill('44.95')
  await picture(page, 'upload')
  await dialog.getByRole('button', { name: 'Upload Beat' }).click()
  await page.locator('main').getByText('In review').waitFor()
  took('upload of a beat of two minutes, until it is in review')
  await picture(page, 'in-review')
}

async function approve(page: Page) {
  await signIn(page, 'admin@slide.test', 'slide-demo-140')
  await page.goto(`/admin?q=${encodeURIComponent(TITLE)}`)
  await page.getByRole('button', { name: `Play ${TITLE}` }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByText('Master').filter({ visible: true }).waitFor()
  await picture(page, 'review')
  await player.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('No submission has that title or user.').waitFor()
  took('approval')
}

async function signIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/profile/me')
}

async function buy(page: Page) {
  await page.goto(`/search?q=${encodeURIComponent(TITLE.toLowerCase())}`)
  await page.getByRole('link', { name: TITLE }).first().click()
  await page.waitForURL('**/track/**')
  await picture(page, 'item')
  await page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first().click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByLabel('Your legal name').fill('Nadia Åström-Bello')
  await page.getByRole('button', { name: 'Pay with Credit Card' }).click()
  const card = page.getByRole('form', { name: 'Credit card' })
  await card.getByLabel('Card number').fill('4242424242424242')
  await card.getByLabel('Expires').fill('1239')
  await card.getByLabel('CVC').fill('314')
  await picture(page, 'checkout')
  await card.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('heading', { name: 'Thank you for your purchase!' }).waitFor()
  took('search, checkout and payment')
  await picture(page, 'bought')
}

async function download(page: Page) {
  await page.goto('/library')
  const panel = page.getByRole('complementary', { name: 'Chosen item' })
  for (const name of [/^Download MP3/, /^License PDF/]) {
    const saved = page.waitForEvent('download')
    await panel.getByRole('button', { name }).click()
    const file = await saved
    const { size } = await stat(await file.path())
    console.log(`          ${file.suggestedFilename()}, ${size.toLocaleString('en')} bytes`)
  }
  took('download of the MP3 and the license')
  await picture(page, 'library')
}

async function seeTheSale(page: Page) {
  await page.goto('/notifications')
  await page.getByText('You made a sale').first().waitFor()
  await picture(page, 'sale')
  took('the seller reads of the sale')
}

async function picture(page: Page, name: string) {
  if (!values.pictures) return
  await mkdir(PICTURES, { recursive: true })
  await page.evaluate(() => document.fonts.ready)
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(`${PICTURES}/${name}.webp`)
}

function took(step: string) {
  const now = performance.now()
  console.log(`${seconds(now - since)}  ${step}`)
  since = now
}

function seconds(ms: number) {
  return `${(ms / 1_000).toFixed(1).padStart(6)} s`
}
