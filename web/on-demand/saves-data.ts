/** The visitor has asked the browser to load no more than necessary. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
