export { Component } from './license-page.tsx'
export { loader } from './license-loader.ts'
