export type DemoFriend = {
  /** The handle of the person whose link the friend used. */
  referrer: string
  handle: string
  email: string
  daysAgo: number
  /** The network and the browser in which the friend signed up. */
  address: string
  browser: string
  /** The email was never confirmed. */
  isUnconfirmed?: true
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/** Friends who are credited, two who look like one person twice, and two who wait for their email. Oldest first. */
export const FRIENDS: readonly DemoFriend[] = [
  {
    referrer: 'LogDrumLola',
    handle: 'PiaBelow',
    email: 'piabelow@slide.test',
    daysAgo: 34,
    address: '203.0.113.11',
    browser: FIREFOX,
  },
  {
    referrer: 'ColdHarbour',
    handle: 'FourthFloor_Fin',
    email: 'fin@slide.test',
    daysAgo: 22,
    address: '203.0.113.24',
    browser: CHROME,
  },
  {
    referrer: 'LogDrumLola',
    handle: 'TeoOnTape',
    email: 'teo@slide.test',
    daysAgo: 12,
    address: '203.0.113.37',
    browser: CHROME,
  },
  {
    referrer: 'ColdHarbour',
    handle: 'SisterSub',
    email: 'sistersub@slide.test',
    daysAgo: 9,
    address: '198.51.100.52',
    browser: FIREFOX,
  },
  {
    referrer: 'LogDrumLola',
    handle: 'TeoAgain',
    email: 'teo+2@slide.test',
    daysAgo: 3,
    address: '203.0.113.88',
    browser: FIREFOX,
  },
  {
    referrer: 'ColdHarbour',
    handle: 'BrotherSub',
    email: 'brothersub@slide.test',
    daysAgo: 2,
    address: '198.51.100.52',
    browser: FIREFOX,
  },
  {
    referrer: 'LogDrumLola',
    handle: 'NinaNextDoor',
    email: 'nina@slide.test',
    daysAgo: 1,
    address: '203.0.113.140',
    browser: CHROME,
    isUnconfirmed: true,
  },
  {
    referrer: 'ColdHarbour',
    handle: 'LastBusLou',
    email: 'lou@slide.test',
    daysAgo: 1,
    address: '198.51.100.77',
    browser: CHROME,
    isUnconfirmed: true,
  },
]
