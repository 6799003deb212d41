import { Browse } from './browse.tsx'
import { Charts } from './charts.tsx'
import { browseLoader, chartsLoader, producersLoader, searchLoader, styleLoader } from './list-loaders.ts'
import { Producers } from './producers.tsx'
import { Search } from './search.tsx'
import { StylePage } from './style.tsx'

/** All list screens are one chunk: a visitor of one list also visits the others. */
export const listScreens = {
  browse: { Component: Browse, loader: browseLoader },
  charts: { Component: Charts, loader: chartsLoader },
  producers: { Component: Producers, loader: producersLoader },
  search: { Component: Search, loader: searchLoader },
  style: { Component: StylePage, loader: styleLoader },
}
