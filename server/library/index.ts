export { itemLines } from './item-lines.ts'
