/** Frequent reasons. Each becomes a sentence that the admin can edit. */
export const REASONS = [
  ['Sample not cleared', 'A sample in it is not cleared. Replace it, or send us the clearance.'],
  ['Copy', 'It sounds like somebody else’s release. Upload only what you made.'],
  ['Bad sound', 'The master clips or is distorted. Export it again below 0 dB.'],
  ['Wrong facts', 'Title, tempo, key or genre don’t fit the sound. Please correct them.'],
  ['Cover', 'The cover breaks our rules. Choose another picture.'],
  ['Incomplete', 'Files are missing or can’t be opened. Please upload them again.'],
] as const
