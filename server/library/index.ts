export { itemLines } from './item-lines.ts'
export { libraryData } from './personal-data.ts'
