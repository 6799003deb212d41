export { Component, ErrorBoundary } from './item-page.tsx'
export { loader } from './item-loader.ts'
