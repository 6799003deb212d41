/** A picture of the logo that mail programs may show: fixed size, PNG. */
export const LOGO_PATH = '/mail-logo.png'
