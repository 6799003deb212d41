import { LINES } from '#contract/line.ts'
import { LINE_COLORS } from '#server/art/lines.ts'
import { drawSkyline } from '#server/art/skyline.ts'
import { drawTower } from '#server/art/tower.ts'
import type { Drawing } from '#server/media/picture-types.ts'
import { runPicture } from '#server/media/run-media.ts'
import type { App } from '#server/services.ts'

const WEBP = { mediaType: 'image/webp' }
const HERO = { width: 1_600, height: 620 }
/** The part for phones: the top of the tall block, scaled to a phone's resolution. */
const PHONE = { left: 1_530, top: 20, width: 470, height: 560 }
const PHONE_SCALE = 1.43
const STYLE_WIDTHS = [280, 560]
const STYLE_SHAPE = 350 / 280

/** The site's own pictures: the skyline, and one tower for each style. Drawn once and kept with the files. */
export async function ensureHousePictures({ db, storage }: Pick<App, 'db' | 'storage'>) {
  if (!(await storage.stat('hero/1600.webp'))) await drawHero(storage)
  const bare = await db.selectFrom('style').where('imageKey', 'is', null).select(['id', 'slug']).execute()
  if (bare.length)
    await drawStyles(
      storage,
      bare.map(({ slug }) => slug),
    )
  for (const { id, slug } of bare)
    await db
      .updateTable('style')
      .set({ imageKey: imageKeyOf(slug) })
      .where('id', '=', id)
      .execute()
}

async function drawHero(storage: App['storage']) {
  const svg = drawSkyline()
  const phone = { svg, scale: PHONE_SCALE, width: Math.round(HERO.width * PHONE_SCALE), crop: PHONE, quality: 72 }
  // the large picture comes last, because the next start checks only for that one
  await drawAndKeep(storage, [
    ['hero/phone.webp', phone],
    ['hero/1600.webp', { svg, ...HERO }],
  ])
}

const imageKeyOf = (slug: string) => `styles/${slug}`

async function drawStyles(storage: App['storage'], slugs: string[]) {
  const pictures = slugs.flatMap((slug) => {
    const line = LINES.find((name) => LINE_COLORS[name].slug === slug)
    if (!line) throw new Error(`No line is drawn for the style ${slug}`)
    const svg = drawTower(`style ${slug}`, line, 560, 700)
    return STYLE_WIDTHS.map((width): [key: string, drawing: Drawing] => [
      `${imageKeyOf(slug)}/${width}.webp`,
      { svg, width, height: width * STYLE_SHAPE },
    ])
  })
  await drawAndKeep(storage, pictures)
}

async function drawAndKeep(storage: App['storage'], pictures: [key: string, drawing: Drawing][]) {
  const made = await runPicture('draw', { drawings: pictures.map(([, drawing]) => drawing) })
  for (const [index, [key]] of pictures.entries()) await storage.put(key, made[index]!, WEBP)
}
