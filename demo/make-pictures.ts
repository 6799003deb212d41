import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawAvatar } from '#server/art/avatar.ts'
import { drawPicture } from '#server/media/pictures.ts'
import { pathIn, type Place } from './files.ts'
import { AVATAR_SIZES, type Pictures } from './manifest.ts'
import { PEOPLE } from './people.ts'

/** Draws the avatars of the demo's people. */
export async function makePictures(place: Place): Promise<Pictures> {
  const avatars: Pictures['avatars'] = {}
  for (const { handle, line } of PEOPLE) {
    const svg = drawAvatar(handle, line ?? undefined)
    const draws = AVATAR_SIZES.map(async (size) => {
      const file = `avatar-${handle}-${size}.webp`
      await writeFile(join(place.folder, file), await drawPicture({ svg, width: size, height: size }))
      return [size, pathIn(place, file)]
    })
    avatars[handle] = Object.fromEntries(await Promise.all(draws))
  }
  return { avatars }
}
