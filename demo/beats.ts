import type { BeatDefinition, Prices } from './catalogue-types.ts'
import type { VoiceName } from './synth/voices.ts'

const FULL: Prices = { MP3: 2_495, WAV: 3_495, PREMIUM: 7_995, EXCLUSIVE: 49_900 }
const DEAR: Prices = { MP3: 2_995, WAV: 4_495, PREMIUM: 9_995, EXCLUSIVE: 79_900 }
const FAIR: Prices = { MP3: 1_995, WAV: 2_995, EXCLUSIVE: 29_900 }
const NO_STEMS: Prices = { MP3: 2_495, WAV: 3_495, EXCLUSIVE: 39_900 }
const LEASE_ONLY: Prices = { MP3: 1_995, WAV: 2_995 }

type Row = [
  title: string,
  lead: VoiceName,
  at: Pick<BeatDefinition, 'line' | 'owner' | 'bpm' | 'key' | 'prices' | 'daysAgo' | 'heat'>,
  tags: string,
  description: string,
]

const ROWS: Row[] = [
  [
    'Stairwell Sermon',
    'choir',
    { line: 'uk', owner: 'ColdHarbour', bpm: 142, key: 'F#m', prices: DEAR, daysAgo: 16, heat: 0.97 },
    'dark choir cinematic church',
    'Recorded in the head, in the stairwell, at the top floor. A choir that never gets to the amen, and an 808 that slides an octave before the hook.',
  ],
  [
    'Turnpike Lane 3AM',
    'piano',
    { line: 'uk', owner: 'ColdHarbour', bpm: 141, key: 'C#m', prices: FULL, daysAgo: 2, heat: 0.8 },
    'dark piano night melodic',
    'Last bus gone. Cold keys, skipping hats and a lot of room for a voice.',
  ],
  [
    'Balaclava Waltz',
    'piano',
    { line: 'uk', owner: 'ColdHarbour', bpm: 144, key: 'Gm', prices: FULL, daysAgo: 47, heat: 0.62 },
    'dark bouncy waltz piano',
    'Counted in four, felt in three: the melody turns round and round while the drums stay put.',
  ],
  [
    'Utica After Dark',
    'vox',
    { line: 'ny', owner: 'PitkinSound', bpm: 146, key: 'C#m', prices: DEAR, daysAgo: 17, heat: 0.95 },
    'bouncy vocal-chop club dark',
    'Chopped voices over a club kick. Made for the hook that a whole block can shout.',
  ],
  [
    'No Sleep on Pitkin',
    'piano',
    { line: 'ny', owner: 'PitkinSound', bpm: 143, key: 'Am', prices: FULL, daysAgo: 11, heat: 0.74 },
    'bouncy aggressive piano',
    'Bassline first, everything else afterwards. Turn it down before the neighbours ask.',
  ],
  [
    'Flatbush Frost',
    'vox',
    { line: 'ny', owner: 'PitkinSound', bpm: 140, key: 'D#m', prices: NO_STEMS, daysAgo: 64, heat: 0.51 },
    'melodic cold vocal-chop',
    'Winter in Brooklyn: sparse keys, long slides, breath in the air.',
  ],
  [
    'Ice on the Lake',
    'bell',
    { line: 'chi', owner: 'SouthShoreBells', bpm: 137, key: 'Am', prices: FULL, daysAgo: 18, heat: 0.7 },
    'dark bells slow heavy',
    'Bells, brass and nothing in a hurry. The South Side way, from before there was a slide in it.',
  ],
  [
    'Seventy-First Street',
    'brass',
    { line: 'chi', owner: 'SouthShoreBells', bpm: 136, key: 'Em', prices: FAIR, daysAgo: 82, heat: 0.38 },
    'brass trap heavy',
    'Horns like a marching band that has seen things. Snares on two and four.',
  ],
  [
    'Bijlmer Lights',
    'pluck',
    { line: 'nl', owner: 'NachtTram', bpm: 142, key: 'Gm', prices: FULL, daysAgo: 21, heat: 0.66 },
    'dark pluck melodic night',
    'A short plucked line, walked home along the metro track.',
  ],
  [
    'Tram Naar Zuid',
    'pluck',
    { line: 'nl', owner: 'NachtTram', bpm: 145, key: 'Bm', prices: FAIR, daysAgo: 33, heat: 0.42 },
    'bouncy pluck tight',
    'Tight and dry, with rims where the rails cross.',
  ],
  [
    'Quartier Nord',
    'strings',
    { line: 'fr', owner: 'QuaiNord', bpm: 143, key: 'Dm', prices: DEAR, daysAgo: 20, heat: 0.83 },
    'cinematic strings dark choir',
    'Marseille from above. The strings hold their breath for four bars, then the drums come in.',
  ],
  [
    'Dernier Métro',
    'strings',
    { line: 'fr', owner: 'QuaiNord', bpm: 140, key: 'Fm', prices: FULL, daysAgo: 40, heat: 0.55 },
    'melodic strings sad',
    'For a verse written between two stations.',
  ],
  [
    'Lagos to Leeds',
    'marimba',
    { line: 'afr', owner: 'LogDrumLola', bpm: 144, key: 'Bm', prices: FULL, daysAgo: 6, heat: 0.88 },
    'bouncy log-drum afro melodic',
    'Log drums under a drill hat. Works on both ends of the flight.',
  ],
  [
    'Harmattan',
    'kalimba',
    { line: 'afr', owner: 'LogDrumLola', bpm: 139, key: 'Em', prices: FULL, daysAgo: 27, heat: 0.57 },
    'melodic kalimba warm',
    'Dust in the light, thumb piano in front, shakers all the way.',
  ],
  [
    'Peckham Highlife',
    'nylon',
    { line: 'afr', owner: 'LogDrumLola', bpm: 141, key: 'Am', prices: LEASE_ONLY, daysAgo: 55, heat: 0.46 },
    'bouncy guitar afro',
    'Guitar from one side of the family, drums from the other.',
  ],
  [
    'Scarborough Snow',
    'glass',
    { line: 'can', owner: 'SixFrost', bpm: 140, key: 'Em', prices: FULL, daysAgo: 9, heat: 0.6 },
    'cold pad melodic dark',
    'Wide glass pads and patient 808s. Leave space and it fills itself.',
  ],
  [
    'Jane and Finch',
    'piano',
    { line: 'can', owner: 'SixFrost', bpm: 138, key: 'A#m', prices: FULL, daysAgo: 71, heat: 0.44 },
    'dark piano cold',
    'Minor keys at a corner that everybody knows.',
  ],
  [
    'Western Sydney Siren',
    'siren',
    { line: 'aus', owner: 'WestLine', bpm: 147, key: 'Fm', prices: FULL, daysAgo: 12, heat: 0.72 },
    'aggressive siren dark',
    'A siren that starts on the beat and never asks to pass.',
  ],
  [
    'Parramatta Road',
    'brass',
    { line: 'aus', owner: 'WestLine', bpm: 150, key: 'D#m', prices: FAIR, daysAgo: 38, heat: 0.4 },
    'aggressive brass fast',
    'Fast, loud, no free lane.',
  ],
  [
    'Dublin Rain',
    'flute',
    { line: 'irl', owner: 'LiffeyKeys', bpm: 146, key: 'Cm', prices: FULL, daysAgo: 4, heat: 0.78 },
    'melodic flute sad cinematic',
    "A flute in the rain, and an 808 that doesn't mind getting wet.",
  ],
  [
    'Boyne Street',
    'flute',
    { line: 'irl', owner: 'LiffeyKeys', bpm: 142, key: 'Gm', prices: FAIR, daysAgo: 60, heat: 0.35 },
    'dark flute folk',
    "An old tune's bones with new weight on them.",
  ],
  [
    'Plattenbau',
    'pluck',
    { line: 'ger', owner: 'Betonwerk', bpm: 144, key: 'G#m', prices: FULL, daysAgo: 13, heat: 0.63 },
    'dark dry pluck aggressive',
    'Eleven floors, one pattern. Dry drums and plucks without a smile.',
  ],
  [
    'Kreuzberg Keys',
    'pluck',
    { line: 'ger', owner: 'Betonwerk', bpm: 140, key: 'Dm', prices: NO_STEMS, daysAgo: 45, heat: 0.52 },
    'melodic pluck night',
    'The same concrete with the windows lit.',
  ],
  [
    'Calle Sin Luz',
    'nylon',
    { line: 'esp', owner: 'CalleSur', bpm: 141, key: 'Am', prices: FULL, daysAgo: 7, heat: 0.69 },
    'guitar nylon melodic palmas',
    'Nylon strings and palmas in a street whose lamps gave up.',
  ],
  [
    'Vallecas Nocturno',
    'nylon',
    { line: 'esp', owner: 'CalleSur', bpm: 148, key: 'Em', prices: FAIR, daysAgo: 30, heat: 0.43 },
    'guitar dark bouncy',
    'Madrid, south side, windows down.',
  ],
  [
    'Roma Sud',
    'staccato',
    { line: 'ita', owner: 'Tangenziale', bpm: 149, key: 'D#m', prices: DEAR, daysAgo: 10, heat: 0.71 },
    'cinematic strings opera fast',
    'Short bows and a long road out of town. An opera with the brakes off.',
  ],
  [
    'Navigli Freddo',
    'choir',
    { line: 'ita', owner: 'Tangenziale', bpm: 143, key: 'Bm', prices: FULL, daysAgo: 51, heat: 0.47 },
    'melodic strings cold',
    'Fog on the canal; the choir is somewhere inside it.',
  ],
  [
    'Samba Fria',
    'marimba',
    { line: 'bra', owner: 'MorroFrio', bpm: 145, key: 'Am', prices: FULL, daysAgo: 1, heat: 0.76 },
    'bouncy marimba percussion',
    "Hand drums that can't stand still, under a marimba that can.",
  ],
  [
    'Baixada Grave',
    'kalimba',
    { line: 'bra', owner: 'MorroFrio', bpm: 140, key: 'F#m', prices: LEASE_ONLY, daysAgo: 36, heat: 0.41 },
    'bouncy percussion dark',
    'Low ground, low notes. The sub does the walking.',
  ],
]

/** None of these is among the newest, which have a list of their own. */
const FEATURED = new Set([
  'Stairwell Sermon',
  'Utica After Dark',
  'Ice on the Lake',
  'Quartier Nord',
  'Bijlmer Lights',
  'Harmattan',
  'Dernier Métro',
  'Kreuzberg Keys',
])

export const BEATS: BeatDefinition[] = ROWS.map(([title, lead, at, tags, description]) => ({
  title,
  lead,
  ...at,
  bars: FEATURED.has(title) ? 40 : 20, // longer ones would take too long at the first start
  tags: tags.split(' '),
  description,
  isFeatured: FEATURED.has(title),
}))
