/** The inside of an icon's `<svg>`, ready for React. */
declare module 'virtual:lucide/*' {
  const drawing: { __html: string }
  export default drawing
}
