export type DemoSplit = {
  title: string
  people: { handle: string; points: number }[]
  daysAgo: number
  isAccepted: boolean
}

/** One that counts for sales of the demo, and one that waits for both of its people while its beat is in review. */
export const SPLITS: readonly DemoSplit[] = [
  { title: 'Peckham Highlife', people: [{ handle: 'ColdHarbour', points: 3_000 }], daysAgo: 18, isAccepted: true },
  {
    title: 'Harbour Freight',
    people: [
      { handle: 'ColdHarbour', points: 2_500 },
      { handle: 'LogDrumLola', points: 1_500 },
    ],
    daysAgo: 1,
    isAccepted: false,
  },
]
