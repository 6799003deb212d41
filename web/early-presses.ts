/** What was pressed, ticked or chosen while the page was only a picture of itself; the document's first script keeps it. */
declare const early: AbortController & { touched: Set<HTMLElement> }

/** To be called before the page comes alive; what it returns, afterwards. */
export function takeEarlyPresses() {
  early.abort()
  const acts = [...early.touched].map((one) => [one, actOf(one)] as const)
  return () => {
    for (const [one, act] of acts) {
      // React brings the part in which such an event happens to life at once
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

/** Some begin with a pointer, others end in a click. */
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
    Reflect.set(HTMLInputElement.prototype, 'value', value, slider) // not by its own property, which React watches
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** First as the server sent it: a box that is found ticked has not changed. */
function ticking(box: HTMLInputElement) {
  const isChanged = box.checked !== box.defaultChecked
  if (isChanged) for (const one of [box, ...document.getElementsByName(box.name)]) asSent(one)
  return () => isChanged && box.click()
}

function asSent(box: HTMLElement) {
  if (box instanceof HTMLInputElement) box.checked = box.defaultChecked
}
