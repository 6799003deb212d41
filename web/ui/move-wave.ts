/** Sets how much of a `Wave` with `progress` has been played, sixty times a second and without React. */
export function moveWave(svg: SVGSVGElement, progress: number) {
  const x = String(progress * svg.viewBox.baseVal.width)
  svg.querySelector('[data-played]')?.setAttribute('width', x)
  const playhead = svg.querySelector('[data-playhead]')
  playhead?.setAttribute('x1', x)
  playhead?.setAttribute('x2', x)
}
