import { LegalPage } from './legal-page.tsx'
import { privacyOfRecords } from './privacy-records.tsx'
import { privacyOfRights } from './privacy-rights.tsx'

/**
 * A starting point in plain words, true to what the software does. Before opening the shop its operator has it reviewed,
 * and adds a name, an address, the companies that host it, and how long logs and backups are kept.
 */
export function Component() {
  return (
    <LegalPage
      title="Privacy"
      changed="2026-11-23"
      short={
        <p>
          We keep what the shop needs to work, and nothing to watch you with. There are no trackers, no advertising
          networks and no cookies that follow you. You can take your data with you, and have it deleted.
        </p>
      }
      sections={[...privacyOfRecords, ...privacyOfRights]}
    />
  )
}
