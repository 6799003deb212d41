/** Whether the visitor has asked the browser to load as little as possible. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
