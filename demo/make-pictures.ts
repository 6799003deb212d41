import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawPicture } from '#server/media/cover.ts'
import { drawAvatar } from './covers/avatar.ts'
import { drawNarrowSkyline, drawWideSkyline } from './covers/skyline.ts'
import { drawTower } from './covers/tower.ts'
import { pathIn, type Place } from './files.ts'
import { LINE_NAMES, LINES } from './lines.ts'
import { AVATAR_SIZES, HERO_SIZES, STYLE_SIZES, type Pictures } from './manifest.ts'
import { PEOPLE } from './people.ts'

const [PHONE, DESKTOP] = HERO_SIZES
const HERO_HEIGHT = 620
const STYLE_SHAPE = 350 / 280

/** What belongs to the house and its people rather than to an item. */
export async function makePictures(place: Place): Promise<Pictures> {
  const draw = async (file: string, svg: string, width: number, height: number) => {
    await writeFile(join(place.folder, file), await drawPicture(svg, width, height))
    return pathIn(place, file)
  }
  const pictures: Pictures = { styles: {}, hero: {}, avatars: {} }
  pictures.hero = {
    [PHONE]: await draw(`hero-${PHONE}.webp`, drawNarrowSkyline(), PHONE, HERO_HEIGHT),
    [DESKTOP]: await draw(`hero-${DESKTOP}.webp`, drawWideSkyline(), DESKTOP, HERO_HEIGHT),
  }
  for (const line of LINE_NAMES) {
    const { slug } = LINES[line]
    const svg = drawTower(`style ${slug}`, line, 560, 700)
    const draws = STYLE_SIZES.map(async (size) => [
      size,
      await draw(`${slug}-${size}.webp`, svg, size, size * STYLE_SHAPE),
    ])
    pictures.styles[slug] = Object.fromEntries(await Promise.all(draws))
  }
  for (const { handle, line } of PEOPLE) {
    const svg = drawAvatar(handle, line ?? undefined)
    const draws = AVATAR_SIZES.map(async (size) => [size, await draw(`avatar-${handle}-${size}.webp`, svg, size, size)])
    pictures.avatars[handle] = Object.fromEntries(await Promise.all(draws))
  }
  return pictures
}
