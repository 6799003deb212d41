/**
 * Names every button that shows an icon alone, for people who rest the mouse on it or reach it by keyboard. One element
 * for the whole page. It repeats the accessible name, so screen readers are told nothing new. This file is loaded once.
 */
const PAUSE = 500
/** Time to move the mouse onto the tip. */
const LINGER = 150
const GAP = 6
const EDGE = 8

const tip = document.createElement('div')
tip.setAttribute('role', 'tooltip')
tip.className =
  'fixed top-0 left-0 z-70 max-w-64 rounded-sm bg-step px-2.5 py-1.5 text-[13px] shadow-pop forced-colors:border'

let shownFor: Element | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The button or link around this element, if its name is an icon alone. A tip would cover the menu that it has opened. */
const iconAround = (target: EventTarget | null) => {
  const found =
    target instanceof Element ? target.closest('button[aria-label]:not([aria-expanded=true]), a[aria-label]') : null
  return found && !found.textContent?.trim() ? found : undefined
}

/** The name, and the key that does the same: above the icon, or beside one with `data-tip="left"`. */
function show(icon: Element) {
  shownFor = icon
  const key = icon.getAttribute('aria-keyshortcuts')
  tip.textContent = [icon.getAttribute('aria-label'), key && `(${key})`].filter(Boolean).join(' ')
  document.body.append(tip)
  const place = icon.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const above = place.top - GAP - height
  const middle = Math.min(innerWidth - EDGE - width, Math.max(EDGE, place.left + (place.width - width) / 2))
  tip.style.transform = icon.matches('[data-tip=left]')
    ? `translate(${place.left - GAP - width}px, ${place.top + (place.height - height) / 2}px)`
    : `translate(${middle}px, ${above < EDGE ? place.bottom + GAP : above}px)`
}

function hide() {
  clearTimeout(timer)
  shownFor = undefined
  tip.remove()
}

function rest({ target, pointerType }: PointerEvent) {
  if (pointerType !== 'mouse') return
  clearTimeout(timer)
  const icon = iconAround(target)
  if (tip.contains(target as Node) || (icon && icon === shownFor)) return
  if (icon) timer = setTimeout(show, shownFor ? LINGER : PAUSE, icon)
  else timer = setTimeout(hide, LINGER)
}

function focus({ target }: FocusEvent) {
  const icon = iconAround(target)
  if (icon?.matches(':focus-visible')) show(icon)
  else hide()
}

document.addEventListener('pointerover', rest)
document.documentElement.addEventListener('pointerleave', hide)
document.addEventListener('focusin', focus)
for (const name of ['focusout', 'pointerdown', 'keydown']) document.addEventListener(name, hide, { capture: true })
document.addEventListener('scroll', () => shownFor && show(shownFor), { capture: true, passive: true })

export {}
