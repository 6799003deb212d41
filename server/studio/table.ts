import type { OwnItem } from '#contract/studio-fields.ts'
import { csvOf, type Column } from '#server/http/csv.ts'

const columns: readonly Column<OwnItem>[] = [
  ['Kind', ({ kind }) => kind.toLowerCase()],
  ['Title', ({ title }) => title],
  ['Status', ({ statusLabel }) => statusLabel],
  ['Genre', ({ genre }) => genre],
  ['BPM', ({ bpm }) => bpm],
  ['Key', ({ key }) => key],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Price USD', ({ price }) => price],
  ['Plays', ({ plays }) => plays],
  ['Likes', ({ likes }) => likes],
  ['Sales', ({ sales }) => sales],
  ['Downloads', ({ downloads }) => downloads],
  ['Earnings USD', ({ earnings }) => earnings],
  ['Updated', ({ updatedAt }) => updatedAt],
]

export const tableOf = (items: OwnItem[]) => csvOf(columns, items)
