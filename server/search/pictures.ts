import { withoutFlags } from './flags.ts'

/** Pictures of instruments and moods, as people type them in place of words. */
const PICTURES: Record<string, string> = {
  piano: '🎹',
  guitar: '🎸🪕',
  strings: '🎻',
  brass: '🎺🎷📯',
  flute: '🪈',
  drums: '🥁🪘',
  bells: '🔔🛎',
  choir: '👼',
  church: '⛪',
  siren: '🚨🚔🚓',
  dark: '😈👿👹👺💀☠👻🖤🦇🌑',
  sad: '😢😭😞😔🥺💔',
  cold: '🥶❄☃⛄🧊',
  warm: '☀🌞🏖',
  night: '🌙🌃🌉🌌',
  rain: '🌧☔',
  club: '💃🕺🪩',
  aggressive: '😡😤🤬',
}
const words = new Map(
  Object.entries(PICTURES).flatMap(([word, pictures]) => Array.from(pictures, (picture) => [picture, word] as const)),
)
const PICTURE = /\p{Extended_Pictographic}/gu

/** Writes the names of countries in place of their flags, and words in place of pictures. Other pictures say nothing. */
export const pictureWords = (text: string) =>
  withoutFlags(text).replace(PICTURE, (picture) => ` ${words.get(picture) ?? ''} `)
