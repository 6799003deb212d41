import type { MouseEvent } from 'react'

/** For a button whose row leaves when it is pressed: the second press of a double click would hit the next row. */
export const firstPress =
  (act: () => void) =>
  ({ detail }: MouseEvent) => {
    if (detail < 2) act()
  }
