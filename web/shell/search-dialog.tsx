import { Search } from '#web/ui/icons.ts'
import { useState } from 'react'
import { SearchForm } from '#web/items/search-form.tsx'
import { SearchStart } from '#web/items/search-start.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { show } from '#web/ui/show.ts'

/** The search on a phone, where the header has no room for a field. */
function SearchDialog() {
  const [open, setOpen] = useState(true)
  const [isEmpty, setEmpty] = useState(true)
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Search">
      <SearchForm label="Search Slide" className="relative" suggestions="-mx-3 mt-2">
        {(input) => (
          <>
            <Input
              {...input}
              aria-label="Search"
              className="pr-12"
              onChange={(event) => setEmpty(event.target.value.trim() === '')}
            />
            <IconButton type="submit" label="Search now" className="absolute top-0.5 right-0.5 size-11">
              <Icon of={Search} size={20} />
            </IconButton>
          </>
        )}
      </SearchForm>
      {isEmpty && <SearchStart className="mt-5" />}
    </Dialog>
  )
}

export const openSearch = () => show(<SearchDialog />)
