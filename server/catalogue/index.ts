export { ensureHousePictures } from './house-pictures.ts'
export { itemRoutes, styleRoutes } from './routes.ts'
