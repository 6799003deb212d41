import { useEffect, useRef, type FormEvent } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { formText } from '#web/ui/form-text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Search } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'

/** Searches only when the form is sent, because each search reads all rows. */
export function DeskSearch({ label, what }: { label: string; what: string }) {
  const { q, address } = useDeskAddress()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = q // Back changes the address, too
  }, [q])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = formText(new FormData(event.currentTarget), 'q').trim()
    void navigate(address({ q: words, page: '' }), { preventScrollReset: true })
  }
  return (
    <form role="search" aria-label={label} onSubmit={submit} className="relative w-full max-w-100">
      <Input
        ref={input}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        aria-label={what}
        placeholder={what}
        className="pr-12"
      />
      <IconButton type="submit" label="Search" className="absolute top-0.5 right-0.5">
        <Icon of={Search} size={19} />
      </IconButton>
    </form>
  )
}
