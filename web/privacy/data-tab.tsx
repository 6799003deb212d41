import { ExportSection } from './export-section.tsx'
import { LeavingSection } from './leaving-section.tsx'

/** Gives people their data, and deletes their account. */
export function Component() {
  return (
    <div className="grid max-w-[920px] gap-12">
      <ExportSection />
      <LeavingSection />
    </div>
  )
}
