export { Component, Failed } from './item-page.tsx'
export { loader } from './item-loader.ts'
