// A picture that could not be loaded without a line is loaded when the line is back.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement)
      addEventListener('online', () => target.setAttribute('src', target.getAttribute('src') ?? ''), { once: true })
  },
  { capture: true }, // errors of pictures don't bubble
)
