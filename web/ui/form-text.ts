/** What was typed into a field; nothing for a file or a field that is not there. */
export function formText(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
