export { itemAddresses } from './item-addresses.ts'
export { shareRoutes, slugIn } from './oembed.ts'
export { profileAddresses } from './profile-addresses.ts'
export { mountSharePictures } from './share-pictures.ts'
