export { itemPath, kindNames, kinds } from './kinds.ts'
export { itemData } from './personal-data.ts'
export { idOfSlug, idShown, itemsShown, shown, shownOfKind, type ShownItem } from './shown.ts'
