import { SearchX } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'

export const NoResults = () => (
  <p className="flex items-center gap-3 py-6 text-lg text-soft">
    <Icon of={SearchX} size={26} className="stroke-[1.6] flex-none" />
    No results. Try different keywords or filters.
  </p>
)
