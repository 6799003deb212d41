import { deletionTaker, type ForgetPerson } from './delete-accounts.ts'
import { exportTaker } from './make-export.ts'

export { findExportFile } from './export-rows.ts'
export { makeExport } from './make-export.ts'
export { findOwnFile } from './own-files.ts'
export { lockMoney } from './lock-money.ts'
export { privacyData } from './personal-data.ts'
export { ownDataRoutes } from './routes.ts'

export const privacyTakers = (forget: ForgetPerson) => [exportTaker, deletionTaker(forget)]
