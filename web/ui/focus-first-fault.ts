/** Focuses the topmost control of a form that has an error message. */
export function focusFirstFault(form: HTMLFormElement, faults: object) {
  const names = Array.from(form.elements, (element) => (element as HTMLInputElement).name)
  const first = names.findIndex((name) => name in faults)
  ;(form.elements[first] as HTMLElement | undefined)?.focus()
}
