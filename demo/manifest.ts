import type { COVER_SIZES } from '#server/media/picture-types.ts'

/** All paths are inside the manifest's folder. */
export type SoldFile = {
  role: 'master' | 'mp3' | 'stems' | 'archive'
  path: string
  name: string // the name that a buyer sees
  mediaType: string
  bytes: number
  sha256: string
  crc32: number
}

export type Track = {
  title: string
  archivePath: string
  beatSlug: string | null
  bpm: number | null
  key: string | null
  durationMs: number
  preview: string | null
  /** The MP3 lease of a pack delivers this file instead of its WAV. */
  mp3: SoldFile | null
}

/** The files of a beat, pack or kit. Bytes are base64. */
export type ItemFiles = {
  durationMs: number
  preview: string
  wave: { full: string; low: string; mini: string }
  cover: Record<(typeof COVER_SIZES)[number], string>
  sold: SoldFile[]
  tracks: Track[]
}

export const AVATAR_SIZES = [96, 320] as const

/** Paths by size. Avatars are grouped by handle first. */
export type Sizes = Record<string, string>
export type Pictures = { avatars: Record<string, Sizes> }

export type Manifest = {
  folder: string
  /** by slug */
  items: Record<string, ItemFiles>
  pictures: Pictures
  /** The voice tags, by the handles of their producers. */
  voices: Record<string, { path: string; durationMs: number }>
}
