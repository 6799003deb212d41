/** A random name, such as for a call that may be repeated. `randomUUID` exists only on https and localhost. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
