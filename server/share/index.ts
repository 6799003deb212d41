export { itemAddresses } from './item-addresses.ts'
export { shareRoutes } from './oembed.ts'
export { mountSharePictures } from './share-pictures.ts'
