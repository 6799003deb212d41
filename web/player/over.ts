/** A dialog or menu over the page has all keys for itself. */
export const OVER = '[role=dialog], [role=alertdialog], [role=menu]'
