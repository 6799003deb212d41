import sharp from 'sharp'
import { LINES } from '#contract/line.ts'
import { LINE_COLORS } from '#server/art/lines.ts'
import { drawSkyline } from '#server/art/skyline.ts'
import { drawTower } from '#server/art/tower.ts'
import { drawPicture } from '#server/media/cover.ts'
import type { App } from '#server/services.ts'

const WEBP = { mediaType: 'image/webp' }
const HERO = { width: 1_600, height: 620 }
/** On a phone: the top of the tall block, as sharp as its screen. */
const PHONE = { left: 1_530, top: 20, width: 470, height: 560 }
const PHONE_SCALE = 1.43
const STYLE_WIDTHS = [280, 560]
const STYLE_SHAPE = 350 / 280

/** The site's own pictures: the skyline, and one tower for each style. Drawn once and kept with the files. */
export async function ensureHousePictures({ db, storage }: Pick<App, 'db' | 'storage'>) {
  if (!(await storage.stat('hero/1600.webp'))) await drawHero(storage)
  const bare = await db.selectFrom('style').where('imageKey', 'is', null).select(['id', 'slug']).execute()
  for (const { id, slug } of bare) {
    const imageKey = `styles/${slug}`
    await drawStyle(storage, slug, imageKey)
    await db.updateTable('style').set({ imageKey }).where('id', '=', id).execute()
  }
}

async function drawHero(storage: App['storage']) {
  const skyline = drawSkyline()
  const large = await sharp(Buffer.from(skyline), { density: 72 * PHONE_SCALE })
    .resize(Math.round(HERO.width * PHONE_SCALE))
    .png()
    .toBuffer()
  await storage.put('hero/phone.webp', await sharp(large).extract(PHONE).webp({ quality: 72 }).toBuffer(), WEBP)
  await storage.put('hero/1600.webp', await drawPicture(skyline, HERO.width, HERO.height), WEBP) // last: it stands for both
}

async function drawStyle(storage: App['storage'], slug: string, imageKey: string) {
  const line = LINES.find((name) => LINE_COLORS[name].slug === slug)
  if (!line) throw new Error(`No line is drawn for the style ${slug}`)
  const tower = drawTower(`style ${slug}`, line, 560, 700)
  for (const width of STYLE_WIDTHS)
    await storage.put(`${imageKey}/${width}.webp`, await drawPicture(tower, width, width * STYLE_SHAPE), WEBP)
}
