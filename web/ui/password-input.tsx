import { Eye, EyeOff } from './icons.ts'
import { useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { Input, type InputProps } from './input.tsx'

export function PasswordInput({ className, ...props }: Omit<InputProps, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={cx('pr-12', className)}
      />
      <IconButton
        label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-1/2 right-1 -translate-y-1/2"
      >
        {shown ? <Icon of={EyeOff} size={18} /> : <Icon of={Eye} size={18} />}
      </IconButton>
    </span>
  )
}
