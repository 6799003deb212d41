const MB = 1024 * 1024

/**
 * The purposes of uploads, each with its largest size and the endings of its file names. `refusal` is said about a name
 * with another ending.
 */
export const uploadPurposes = {
  audio: { maxBytes: 100 * MB, endings: ['mp3', 'wav'] },
  avatar: { maxBytes: 10 * MB, endings: ['jpg', 'jpeg', 'png', 'webp'] },
  banner: { maxBytes: 10 * MB, endings: ['jpg', 'jpeg', 'png', 'webp'] },
  cover: { maxBytes: 10 * MB, endings: ['jpg', 'jpeg', 'png', 'webp'] },
  kitCover: { maxBytes: 15 * MB, endings: ['jpg', 'jpeg', 'png', 'webp'] },
  kitZip: { maxBytes: 2048 * MB, endings: ['zip'], refusal: 'Please select a .zip file' },
  packZip: { maxBytes: 1000 * MB, endings: ['zip'], refusal: 'Only .zip files are allowed for packs.' },
  project: { maxBytes: 2048 * MB, endings: ['zip'] },
  stems: { maxBytes: 2048 * MB, endings: ['zip'] },
  voiceTag: { maxBytes: 5 * MB, endings: ['mp3', 'wav'] },
} as const

export type UploadPurpose = keyof typeof uploadPurposes
