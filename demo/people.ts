import type { Line } from '#contract/line.ts'
import { Random } from '#server/art/random.ts'

type Socials = Partial<Record<'instagram' | 'twitter' | 'youtube' | 'facebook' | 'soundcloud' | 'tiktok', string>>
export type Person = {
  handle: string
  email: string
  plan: 'free' | 'growth' | 'pro'
  isProducer: boolean
  isAdmin: boolean
  bio: string
  socials: Socials
  line: Line | null // the color of the avatar; null: any
  joinedDaysAgo: number
  /** The name on licenses, where the person has given it. */
  legalName?: string | undefined
}

export const DEMO_PASSWORD = 'slide-demo-140'

type Row = [handle: string, line: Line, plan: Person['plan'], bio: string, email?: string]

const PRODUCER_ROWS: Row[] = [
  [
    'ColdHarbour',
    'uk',
    'pro',
    'South London. Cold keys, warm 808s. Placements from Brixton to Bergen; stems on request.',
    'producer@slide.test',
  ],
  ['PitkinSound', 'ny', 'pro', 'Brooklyn, East New York. If the trunk does not rattle, it is not done.'],
  ['SouthShoreBells', 'chi', 'free', 'Chicago since before it had a name. Bells, brass, patience.'],
  ['NachtTram', 'nl', 'growth', 'Amsterdam-Zuidoost. Beats written on line 53, mixed at home.'],
  ['QuaiNord', 'fr', 'pro', 'Marseille. Strings, choirs and the port at night.'],
  [
    'LogDrumLola',
    'afr',
    'growth',
    'Lagos, Peckham, back again. Log drums on a drill grid, and always a melody you can hum.',
    'growth@slide.test',
  ],
  ['SixFrost', 'can', 'free', 'Toronto. Wide and cold.'],
  ['WestLine', 'aus', 'growth', 'Blacktown to Bankstown. Loud by choice.'],
  ['LiffeyKeys', 'irl', 'free', 'Dublin. My nan taught me the flute, my brother the 808.'],
  ['Betonwerk', 'ger', 'growth', 'Berlin. Trocken, dunkel, pünktlich.'],
  ['CalleSur', 'esp', 'free', 'Madrid sur. Guitarra y graves.'],
  ['Tangenziale', 'ita', 'pro', 'Roma – Milano, six hours, one beat each way.'],
  ['MorroFrio', 'bra', 'free', 'Rio, zona norte. Tambor na frente, grave no fundo.'],
]

function producer([handle, line, plan, bio, email = `${handle.toLowerCase()}@slide.test`]: Row): Person {
  const random = new Random(`person ${handle}`)
  const name = `${handle.toLowerCase()}-slide-demo` // an address that belongs to nobody
  return {
    handle,
    email,
    plan,
    isProducer: true,
    isAdmin: false,
    bio,
    socials: {
      instagram: `https://instagram.com/${name}`,
      soundcloud: `https://soundcloud.com/${name}`,
      ...(random.chance(0.6) && { youtube: `https://youtube.com/@${name}` }),
      ...(random.chance(0.4) && { tiktok: `https://tiktok.com/@${name}` }),
    },
    line,
    joinedDaysAgo: random.whole(120, 400),
  }
}

const listener = (handle: string): Person => ({
  handle,
  email: `${handle.toLowerCase()}@slide.test`,
  plan: 'free',
  isProducer: false,
  isAdmin: false,
  bio: '',
  socials: {},
  line: null,
  joinedDaysAgo: new Random(`person ${handle}`).whole(65, 300),
})

const LISTENERS = [
  'slide.patrol',
  'Nadia_bars',
  'TopDeck',
  'kwame.raps',
  'Mizz_Orla',
  'BlockSix',
  'JayOnTheMic',
  'Saffron99',
  'hookwriter',
  'T.Adeyemi',
  'NorthSideNiko',
  'LenaLoops',
  'Rui_Vocal',
  'BarsByBea',
  'midnight_Mo',
  'Yusuf-K',
  'DelRoyal',
  'SofiaSings',
  'GraveShift',
  'PapiTempo',
  'FlowStateFi',
  'ZaraZone6',
  'OldKentRhodes',
  'Tomasz_B',
  'kid.cadence',
  'MaeveMC',
  'LuccaLyric',
  'Ines.R',
  'EightBarEd',
  'Omar_Offbeat',
]

/** The accounts printed at the start. Two more of them are among the producers above. */
const KNOWN: Person[] = [
  { ...listener('HouseKeeper'), email: 'admin@slide.test', isAdmin: true, bio: 'Keeps the house in order.' },
  { ...listener('FirstTake'), email: 'free@slide.test', isProducer: true, bio: 'New here. First beat soon.' },
  { ...listener('VerseTwo'), email: 'buyer@slide.test', bio: "Writes to other people's beats." },
]

const LEGAL_NAMES: Record<string, string> = {
  ColdHarbour: 'Marcus Okafor-Lane',
  LogDrumLola: 'Omolola Adebayo',
  QuaiNord: 'Inès Benattia',
}

export const PRODUCERS = PRODUCER_ROWS.map((row) => ({ ...producer(row), legalName: LEGAL_NAMES[row[0]] }))
export const PEOPLE: Person[] = [...PRODUCERS, ...KNOWN, ...LISTENERS.map(listener)]

const FIRST = [
  'ada',
  'bash',
  'cleo',
  'dez',
  'efe',
  'femi',
  'gio',
  'hana',
  'ife',
  'jules',
  'kaz',
  'lio',
  'mina',
  'nour',
  'ozzy',
]
const SECOND = [
  'bars',
  'beats',
  'block',
  'city',
  'ends',
  'floor',
  'keys',
  'lane',
  'lines',
  'nights',
  'road',
  'side',
  'sound',
  'steps',
  'tapes',
  'town',
  'vox',
  'waves',
  'yard',
  'zone',
]

/** People who listen and like but have an empty profile. */
export const CROWD: Person[] = FIRST.flatMap((first) => SECOND.map((second) => listener(`${first}_${second}`)))
