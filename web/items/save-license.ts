import { call } from '#web/api/call.ts'
import { act } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'

type Licensed = { purchaseId: number; title: string; licenseNumber: string | null }

/** Saves the document of a license. */
export const saveLicense = ({ purchaseId, title, licenseNumber }: Licensed) =>
  act(
    {
      send: async (id: number) =>
        saveFile(
          await call('GET /purchases/:id/license', { params: { id } }),
          `License_${title.replaceAll(/[^\p{L}\p{N}]+/gu, '_')}_${licenseNumber}.pdf`,
        ),
      loading: 'Downloading…',
      failure: () => 'Sorry, the download failed. Please try again.',
    },
    purchaseId,
  )
