export { cardColumns, coverUrl, presentCard, presentWave, publishedAt, writeCards } from './cards.ts'
export { changeItem } from './change-item.ts'
export { countComment, countDownload, countLike, countPlay, countSale, lockCounters, setComments } from './count.ts'
export { createItem, createItems, type NewItem } from './create-item.ts'
export { factColumns, presentFacts, presentStyle, seconds } from './facts.ts'
export { addFiles, isInUse, presentFile, type NewFile } from './files.ts'
export { itemTasks } from './index-owner.ts'
export { contentCounts, MIDI, PRESETS, SOUNDS } from './kit-files.ts'
export { itemPath, kindNames, kinds } from './kinds.ts'
export { itemData } from './personal-data.ts'
export { isPreviewShown, previewUrl, trackPreviewUrl } from './preview-urls.ts'
export { acceptProposal, dropProposal, newestMaster, propose, saveProposed, setProposal } from './proposals.ts'
export { lockItemsOf } from './lock-items-of.ts'
export { lockSlugs } from './slugs.ts'
export { idOfSlug, idShown, isShown, itemsShown, shown, shownOfKind, type ShownItem } from './shown.ts'
export { unsoldTaker } from './unsold-files.ts'
export {
  isOwnedExclusively,
  isSoldNow,
  isTwinOwned,
  SALE_REFUNDED,
  SOLD_BEAT,
  SOLD_TWIN,
  twinsOf,
  whyOff,
} from './sold-beats.ts'
export {
  BANNED,
  HIDDEN,
  hideItemsOf,
  isHidden,
  markSold,
  removeItem,
  setFeatured,
  setPromoted,
  setState,
  showItemsOf,
} from './states.ts'
export {
  addTrackFile,
  removeTrack,
  replaceTracks,
  saveCheckedTracks,
  type CheckedTrack,
  type NewPart,
} from './tracks.ts'
