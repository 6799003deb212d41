import { SearchX } from 'lucide-react'

export const NoResults = () => (
  <p className="flex items-center gap-3 py-6 text-lg text-soft">
    <SearchX size={26} strokeWidth={1.6} aria-hidden className="flex-none" />
    No results. Try different keywords or filters.
  </p>
)
