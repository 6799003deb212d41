import * as Radix from '@radix-ui/react-dialog'
import { Button } from './button.tsx'

/** Closes the dialog it is in, as Escape does. */
export const CloseButton = () => (
  <Radix.Close asChild>
    <Button>Cancel</Button>
  </Radix.Close>
)
