/** Repeats presses and choices that were made before hydration. The document's first script records them. */
declare const early: AbortController & { touched: Set<HTMLElement> }

/** Call this before hydration, and the returned function after it. */
export function takeEarlyPresses() {
  early.abort()
  const acts = [...early.touched].map((one) => [one, actOf(one)] as const)
  return () => {
    for (const [one, act] of acts) {
      // this event makes React hydrate the part around the element at once
      one.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
      act()
    }
  }
}

function actOf(one: HTMLElement) {
  if (one instanceof HTMLSelectElement) return choosing(one)
  if (one instanceof HTMLInputElement) return one.type === 'range' ? moving(one) : ticking(one)
  return () => pressing(one)
}

/** Some controls react to the pointer, others to the click: send both. */
function pressing(button: HTMLElement) {
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  button.click()
}

function choosing(select: HTMLSelectElement) {
  const { value } = select
  return () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function moving(slider: HTMLInputElement) {
  const { value } = slider
  slider.value = slider.defaultValue
  return () => {
    Reflect.set(HTMLInputElement.prototype, 'value', value, slider) // React overrides the element's own property
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** First restores the server's state: otherwise the click would change the box back. */
function ticking(box: HTMLInputElement) {
  const isChanged = box.checked !== box.defaultChecked
  if (isChanged) for (const one of [box, ...document.getElementsByName(box.name)]) asSent(one)
  return () => isChanged && box.click()
}

function asSent(box: HTMLElement) {
  if (box instanceof HTMLInputElement) box.checked = box.defaultChecked
}
