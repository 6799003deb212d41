export { itemAddresses } from './item-addresses.ts'
export { shareRoutes } from './oembed.ts'
export { profileAddresses } from './profile-addresses.ts'
export { mountSharePictures } from './share-pictures.ts'
