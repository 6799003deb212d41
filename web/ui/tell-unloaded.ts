/** Said when code does not come that was wished for: the line is dead, or a new release has taken its place. */
export const tellUnloaded = () =>
  void import('./toast.ts').then(
    ({ toast }) => toast.error('That did not work. Check your connection, or reload the page.'),
    () => {}, // not even the words for it came
  )
