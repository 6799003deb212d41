import type { ItemDetail } from '#contract/item-detail.ts'
import type { Meta } from '#contract/page.ts'
import { price } from '#web/items/format.ts'
import { metaLine } from '#web/items/meta-line.ts'
import { paths } from '#web/paths.ts'
import { kinds } from '#web/items/kinds.ts'

/** Head tags that only crawlers and shared links read. */
export function describeItem(item: ItemDetail | null | undefined): Partial<Meta> {
  if (!item) return {}
  return {
    description: descriptionOf(item),
    type: item.kind === 'BEAT' ? 'music.song' : 'product',
    image: { path: paths.picture(item.slug), alt: `${item.title} by ${item.artistName}: its cover and its waveform` },
    embeddable: true,
    structured: {
      '@context': 'https://schema.org',
      '@graph': [productOf(item), ...(item.kind === 'BEAT' ? [recordingOf(item)] : []), trailOf(item)],
    },
  }
}

function descriptionOf(item: ItemDetail) {
  const facts = [`${item.title}, a ${kinds[item.kind].product} by ${item.artistName}`, ...metaLine(item)].join(', ')
  const offer = !item.available
    ? 'sold exclusively'
    : item.isWaiting
      ? 'not for sale right now'
      : `from ${price(item.price)}`
  const letters = Array.from(item.description.replace(/\s+/g, ' ').trim())
  const excerpt = letters.length > 160 ? [...letters.slice(0, 159), '…'] : letters
  return [`${facts}, ${offer}.`, excerpt.join('')].filter(Boolean).join(' ')
}

const common = (item: ItemDetail) => ({
  name: item.title,
  url: paths.item(item),
  ...(item.coverUrl && { image: item.coverUrl }),
})

const productOf = (item: ItemDetail) => ({
  '@type': 'Product',
  '@id': `${paths.item(item)}#product`,
  ...common(item),
  description: descriptionOf(item),
  category: kinds[item.kind].names,
  sku: String(item.id),
  brand: { '@type': 'Brand', name: item.artistName },
  offers: offersOf(item),
})

/** An exclusively sold item is marked as sold out. */
function offersOf(item: ItemDetail) {
  const offer = (name: string, dollars: number, sold = false) => ({
    '@type': 'Offer',
    name,
    price: dollars.toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${sold ? 'SoldOut' : 'InStock'}`,
    url: paths.item(item),
  })
  if (item.isWaiting) return []
  if (!item.available) return [offer(item.title, item.price, true)]
  if (item.kind === 'KIT') return [offer(item.title, item.price)]
  return item.licenses.map((license) => offer(license.name, license.price))
}

const recordingOf = (item: ItemDetail) => ({
  '@type': 'MusicRecording',
  '@id': `${paths.item(item)}#recording`,
  ...common(item),
  byArtist: { '@type': 'MusicGroup', name: item.artistName, url: paths.profile(item.ownerId) },
  genre: item.genre,
  datePublished: item.createdAt.slice(0, 10),
  ...(item.durationInSeconds !== null && { duration: `PT${Math.round(item.durationInSeconds)}S` }),
})

const trailOf = (item: ItemDetail) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', item: paths.home() },
    { name: kinds[item.kind].names, item: paths.browse({ type: kinds[item.kind].many }) },
    { name: item.title, item: paths.item(item) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
})
