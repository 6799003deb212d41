import { basename } from 'node:path'
import { catalogue, type Unsold } from '#demo/catalogue.ts'
import type { ItemFiles, Manifest, Sizes, SoldFile } from '#demo/manifest.ts'

export type Kind = 'beat' | 'pack' | 'kit'

/** Storage keys of an item's files. Keys that begin with `masters` are never public. */
export const coverKey = (kind: Kind, slug: string) => `covers/${kind}-${slug}`
export const previewKey = (slug: string) => `previews/${slug}.mp3`
export const trackPreviewKey = (slug: string, position: number) => `previews/${slug}/${position + 1}.mp3`
export const trackMp3Key = (slug: string, position: number) => `masters/${slug}/${position + 1}.mp3`
export const soldKey = (slug: string, { path }: SoldFile) => `masters/${slug}/${basename(path)}`
export const voiceKey = (handle: string) => `voice-tags/${handle}.wav`
export const avatarKey = (handle: string) => `avatars/${handle}`

export type Stored = { key: string; path: string; mediaType: string }

/** Every file of the demo with its key. Paths are those of the manifest. */
export function filesToStore(manifest: Manifest): Stored[] {
  const { beats, packs, kits, unsold } = catalogue
  const all = [
    ...beats.map(({ slug }) => ['beat', slug] as const),
    ...packs.map(({ slug }) => ['pack', slug] as const),
    ...kits.map(({ slug }) => ['kit', slug] as const),
  ]
  return [
    ...all.flatMap(([kind, slug]) => filesOfItem(kind, slug, manifest.items[slug]!)),
    ...unsold.flatMap((beat) => filesOfUnsold(beat, manifest.items[beat.slug]!)),
    ...Object.entries(manifest.voices).map(([handle, { path }]) => ({
      key: voiceKey(handle),
      path,
      mediaType: 'audio/wav',
    })),
    ...picturesOf(manifest),
  ]
}

/** A beat that failed at its first step has its master alone. */
const filesOfUnsold = ({ slug, state }: Unsold, files: ItemFiles) =>
  state === 'failed' ? soldOf(slug, files) : filesOfItem('beat', slug, files)

function filesOfItem(kind: Kind, slug: string, files: ItemFiles): Stored[] {
  const covers = Object.entries(files.cover).map(([size, path]) => image(`${coverKey(kind, slug)}/${size}.webp`, path))
  const tracks = files.tracks.flatMap(({ preview, mp3 }, position) => [
    ...(preview === null ? [] : [{ key: trackPreviewKey(slug, position), path: preview, mediaType: 'audio/mpeg' }]),
    ...(mp3 ? [{ key: trackMp3Key(slug, position), path: mp3.path, mediaType: mp3.mediaType }] : []),
  ])
  return [
    ...covers,
    { key: previewKey(slug), path: files.preview, mediaType: 'audio/mpeg' },
    ...tracks,
    ...soldOf(slug, files),
  ]
}

const soldOf = (slug: string, { sold }: ItemFiles): Stored[] =>
  sold.map((file) => ({ key: soldKey(slug, file), path: file.path, mediaType: file.mediaType }))

function picturesOf({ pictures }: Manifest): Stored[] {
  const sizesOf = (folder: string, sizes: Sizes) =>
    Object.entries(sizes).map(([size, path]) => image(`${folder}/${size}.webp`, path))
  return Object.entries(pictures.avatars).flatMap(([handle, sizes]) => sizesOf(avatarKey(handle), sizes))
}

const image = (key: string, path: string): Stored => ({ key, path, mediaType: 'image/webp' })
