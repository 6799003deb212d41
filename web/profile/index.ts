export { Component, Failed } from './profile-page.tsx'
export { loader } from './profile-loader.ts'
