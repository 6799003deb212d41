export { itemLines } from './item-lines.ts'
export { licenseRoutes } from './paper/routes.ts'
export { libraryData } from './personal-data.ts'
